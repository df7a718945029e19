-- A product's photographs, categories, links, parts, custom options and files are shown on its page, so a change of them
-- is a change of the product (migration 0080).
CREATE TRIGGER `product_media_insert_told` AFTER INSERT ON `product_media` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = new.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `product_media_update_told` AFTER UPDATE ON `product_media` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = new.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `product_media_delete_told` AFTER DELETE ON `product_media` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = old.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `product_category_insert_told` AFTER INSERT ON `product_category` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = new.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `product_category_delete_told` AFTER DELETE ON `product_category` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = old.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `product_link_insert_told` AFTER INSERT ON `product_link` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = new.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `product_link_update_told` AFTER UPDATE ON `product_link` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = new.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `product_link_delete_told` AFTER DELETE ON `product_link` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = old.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `bundle_option_insert_told` AFTER INSERT ON `bundle_option` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = new.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `bundle_option_update_told` AFTER UPDATE ON `bundle_option` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = new.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `bundle_option_delete_told` AFTER DELETE ON `bundle_option` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = old.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `custom_option_insert_told` AFTER INSERT ON `custom_option` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = new.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `custom_option_update_told` AFTER UPDATE ON `custom_option` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = new.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `custom_option_delete_told` AFTER DELETE ON `custom_option` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = old.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `downloadable_link_insert_told` AFTER INSERT ON `downloadable_link` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = new.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `downloadable_link_update_told` AFTER UPDATE ON `downloadable_link` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = new.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `downloadable_link_delete_told` AFTER DELETE ON `downloadable_link` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id = old.product_id AND visibility > 1;
END;
--> statement-breakpoint
CREATE TRIGGER `bundle_link_insert_told` AFTER INSERT ON `bundle_link` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE visibility > 1 AND id IN (SELECT product_id FROM `bundle_option` WHERE option_id = new.option_id);
END;
--> statement-breakpoint
CREATE TRIGGER `bundle_link_update_told` AFTER UPDATE ON `bundle_link` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE visibility > 1 AND id IN (SELECT product_id FROM `bundle_option` WHERE option_id = new.option_id);
END;
--> statement-breakpoint
CREATE TRIGGER `bundle_link_delete_told` AFTER DELETE ON `bundle_link` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE visibility > 1 AND id IN (SELECT product_id FROM `bundle_option` WHERE option_id = old.option_id);
END;
--> statement-breakpoint
CREATE TRIGGER `product_category_update_told` AFTER UPDATE ON `product_category` BEGIN
	INSERT INTO `stock_pulse` (stock_sku, product_id, at) SELECT stock_sku, id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM `product` WHERE id IN (old.product_id, new.product_id) AND visibility > 1;
END;
--> statement-breakpoint
-- The sku and the parent are on pages too.
DROP TRIGGER `product_update_told`;
--> statement-breakpoint
CREATE TRIGGER `product_update_told` AFTER UPDATE OF sku, parent_id, type_id, kind, name, url_key, url_path, status, visibility, tax_class_id, price,
	special_price, special_from, special_to, final_price, price_by_tire, setqty, sets, sets_offered, stock_sku, created_at,
	part_number, price_grade, features, extra, brand, brand_slug, model, model_slug, size, size_slug, section, aspect, rad, rim,
	season, season_slug, condition, condition_slug, sub_condition, tread_depth, tread_new, run_flat, tire_load, tire_load_dual,
	load_range, tire_speed, speed_rated, pattern, dot, passport ON `product`
WHEN (old.sku, old.parent_id, old.type_id, old.kind, old.name, old.url_key, old.url_path, old.status, old.visibility, old.tax_class_id, old.price,
	old.special_price, old.special_from, old.special_to, old.final_price, old.price_by_tire, old.setqty, old.sets, old.sets_offered,
	old.stock_sku, old.created_at, old.part_number, old.price_grade, old.features, old.extra, old.brand, old.brand_slug, old.model,
	old.model_slug, old.size, old.size_slug, old.section, old.aspect, old.rad, old.rim, old.season, old.season_slug, old.condition,
	old.condition_slug, old.sub_condition, old.tread_depth, old.tread_new, old.run_flat, old.tire_load, old.tire_load_dual,
	old.load_range, old.tire_speed, old.speed_rated, old.pattern, old.dot, old.passport)
	IS NOT (new.sku, new.parent_id, new.type_id, new.kind, new.name, new.url_key, new.url_path, new.status, new.visibility, new.tax_class_id, new.price,
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
-- A label is in filters, menus and titles everywhere.
CREATE TRIGGER `attribute_option_label_told` AFTER UPDATE OF label ON `attribute_option` WHEN old.label IS NOT new.label BEGIN
	UPDATE `config` SET value = 'option-' || lower(hex(randomblob(8))) WHERE path = 'catalog/version';
END;
