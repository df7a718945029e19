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
