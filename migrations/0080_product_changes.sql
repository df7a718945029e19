-- A change of one product is a row of the change feed beside the changes of stock. So isolates add the product to their
-- index, and only the pages that show it or list its like are rendered again; the catalog's version stays. A null
-- `product_id` is a change of the pool only.
ALTER TABLE `stock_pulse` ADD COLUMN `product_id` integer;
--> statement-breakpoint
DROP TRIGGER `product_told`;
--> statement-breakpoint
DROP TRIGGER `product_sets_told`;
--> statement-breakpoint
CREATE TRIGGER `product_insert_told` AFTER INSERT ON `product` WHEN new.visibility > 1 BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at)
	VALUES (new.stock_sku, new.id, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER `product_update_told` AFTER UPDATE OF type_id, kind, name, url_key, url_path, status, visibility, tax_class_id, price,
	special_price, special_from, special_to, final_price, price_by_tire, setqty, sets, sets_offered, stock_sku, created_at,
	part_number, price_grade, features, extra, brand, brand_slug, model, model_slug, size, size_slug, section, aspect, rad, rim,
	season, season_slug, condition, condition_slug, sub_condition, tread_depth, tread_new, run_flat, tire_load, tire_load_dual,
	load_range, tire_speed, speed_rated, pattern, dot, passport ON `product`
WHEN (old.type_id, old.kind, old.name, old.url_key, old.url_path, old.status, old.visibility, old.tax_class_id, old.price,
	old.special_price, old.special_from, old.special_to, old.final_price, old.price_by_tire, old.setqty, old.sets, old.sets_offered,
	old.stock_sku, old.created_at, old.part_number, old.price_grade, old.features, old.extra, old.brand, old.brand_slug, old.model,
	old.model_slug, old.size, old.size_slug, old.section, old.aspect, old.rad, old.rim, old.season, old.season_slug, old.condition,
	old.condition_slug, old.sub_condition, old.tread_depth, old.tread_new, old.run_flat, old.tire_load, old.tire_load_dual,
	old.load_range, old.tire_speed, old.speed_rated, old.pattern, old.dot, old.passport)
	IS NOT (new.type_id, new.kind, new.name, new.url_key, new.url_path, new.status, new.visibility, new.tax_class_id, new.price,
	new.special_price, new.special_from, new.special_to, new.final_price, new.price_by_tire, new.setqty, new.sets, new.sets_offered,
	new.stock_sku, new.created_at, new.part_number, new.price_grade, new.features, new.extra, new.brand, new.brand_slug, new.model,
	new.model_slug, new.size, new.size_slug, new.section, new.aspect, new.rad, new.rim, new.season, new.season_slug, new.condition,
	new.condition_slug, new.sub_condition, new.tread_depth, new.tread_new, new.run_flat, new.tire_load, new.tire_load_dual,
	new.load_range, new.tire_speed, new.speed_rated, new.pattern, new.dot, new.passport)
BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at)
	SELECT new.stock_sku, new.id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	UNION SELECT old.stock_sku, new.id, CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER `product_delete_told` AFTER DELETE ON `product` WHEN old.visibility > 1 BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at)
	VALUES (old.stock_sku, old.id, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
-- A value or a landing that no product had before changes filters, menus and texts everywhere.
CREATE TRIGGER `attribute_option_told` AFTER INSERT ON `attribute_option` BEGIN
	UPDATE `config` SET value = 'option-' || lower(hex(randomblob(8))) WHERE path = 'catalog/version';
END;
--> statement-breakpoint
CREATE TRIGGER `landing_told` AFTER INSERT ON `landing` BEGIN
	UPDATE `config` SET value = 'landing-' || lower(hex(randomblob(8))) WHERE path = 'catalog/version';
END;
