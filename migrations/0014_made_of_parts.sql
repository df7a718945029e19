-- A bundle or a group is in stock while it can be made of its parts: every required place of a bundle can be filled, a
-- group has a member. Its own pool counts nothing; it stands at `manage` 0 while it can be made and at `manage` 1 with
-- nothing in it while it cannot. So lists, the index, stock calls and kept pages need to know nothing of parts. Triggers
-- keep it, so nobody who sells, imports or disables a part has to think of it.
DROP INDEX `product_stock`;--> statement-breakpoint
CREATE INDEX `product_stock` ON `product` (`stock_sku`);--> statement-breakpoint
CREATE INDEX `bundle_link_sku` ON `bundle_link` (`sku`);--> statement-breakpoint
CREATE INDEX `product_link_member` ON `product_link` (`linked_product_sku`) WHERE link_type = 'associated';--> statement-breakpoint
-- How many units of each product its pool can give; a great many where nobody counts, none of what is disabled.
CREATE VIEW `product_units` AS
SELECT p.sku, iif(p.status >= 2, 0, iif(s.manage, s.qty / p.setqty, 1000000000)) AS units
FROM `product` p JOIN `stock` s ON s.stock_sku = p.stock_sku;
--> statement-breakpoint
-- What is made of parts, and whether it can be made now. Inserting an id asks for its pool to be put right.
CREATE VIEW `product_made` AS
SELECT p.id, p.stock_sku,
	(p.type_id = 'bundle' AND EXISTS (
		SELECT 1 FROM `bundle_option` o JOIN `bundle_link` l ON l.option_id = o.option_id
			JOIN `product_units` u ON u.sku = l.sku
		WHERE o.product_id = p.id AND u.units >= l.qty
	) AND NOT EXISTS (
		SELECT 1 FROM `bundle_option` o WHERE o.product_id = p.id AND o.required AND NOT EXISTS (
			SELECT 1 FROM `bundle_link` l JOIN `product_units` u ON u.sku = l.sku
			WHERE l.option_id = o.option_id AND u.units >= l.qty
		)
	)) OR (p.type_id = 'grouped' AND EXISTS (
		SELECT 1 FROM `product_link` k JOIN `product_units` u ON u.sku = k.linked_product_sku
		WHERE k.product_id = p.id AND k.link_type = 'associated' AND u.units >= 1
	)) AS can_be_made
FROM `product` p WHERE p.type_id IN ('bundle', 'grouped');
--> statement-breakpoint
CREATE TRIGGER `product_made_asked` INSTEAD OF INSERT ON `product_made` BEGIN
	UPDATE `stock` SET qty = 0, updated_at = CAST(unixepoch('subsec') * 1000 AS INTEGER),
		manage = (SELECT NOT can_be_made FROM `product_made` WHERE id = new.id)
	WHERE stock_sku = (SELECT stock_sku FROM `product_made` WHERE id = new.id)
		AND manage <> (SELECT NOT can_be_made FROM `product_made` WHERE id = new.id);
END;
--> statement-breakpoint
-- Whose parts come from a pool, and what is itself sold from it.
CREATE VIEW `pool_made` AS
SELECT p.stock_sku, o.product_id AS id
FROM `product` p JOIN `bundle_link` l ON l.sku = p.sku JOIN `bundle_option` o ON o.option_id = l.option_id
UNION ALL
SELECT p.stock_sku, k.product_id FROM `product` p
	JOIN `product_link` k ON k.linked_product_sku = p.sku AND k.link_type = 'associated'
UNION ALL
SELECT stock_sku, id FROM `product` WHERE type_id IN ('bundle', 'grouped');
--> statement-breakpoint
CREATE TRIGGER `stock_made_insert` AFTER INSERT ON `stock` BEGIN
	INSERT INTO `product_made` (id) SELECT id FROM `pool_made` WHERE stock_sku = new.stock_sku;
END;
--> statement-breakpoint
CREATE TRIGGER `stock_made_update` AFTER UPDATE OF qty, manage ON `stock`
WHEN old.qty <> new.qty OR old.manage <> new.manage BEGIN
	INSERT INTO `product_made` (id) SELECT id FROM `pool_made` WHERE stock_sku = new.stock_sku;
END;
--> statement-breakpoint
-- Kept pages and the index hear of it as of any sale.
CREATE TRIGGER `stock_made_pulse` AFTER UPDATE OF manage ON `stock` WHEN old.manage <> new.manage BEGIN
	INSERT INTO `stock_pulse` (stock_sku, at)
	VALUES (new.stock_sku, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER `product_made_update` AFTER UPDATE OF status, setqty, stock_sku ON `product`
WHEN old.status <> new.status OR old.setqty <> new.setqty OR old.stock_sku <> new.stock_sku BEGIN
	INSERT INTO `product_made` (id) SELECT id FROM `pool_made` WHERE stock_sku = new.stock_sku;
END;
--> statement-breakpoint
CREATE TRIGGER `bundle_option_made_insert` AFTER INSERT ON `bundle_option` BEGIN
	INSERT INTO `product_made` (id) VALUES (new.product_id);
END;
--> statement-breakpoint
CREATE TRIGGER `bundle_option_made_update` AFTER UPDATE ON `bundle_option` BEGIN
	INSERT INTO `product_made` (id) VALUES (new.product_id);
END;
--> statement-breakpoint
CREATE TRIGGER `bundle_option_made_delete` AFTER DELETE ON `bundle_option` BEGIN
	INSERT INTO `product_made` (id) VALUES (old.product_id);
END;
--> statement-breakpoint
CREATE TRIGGER `bundle_link_made_insert` AFTER INSERT ON `bundle_link` BEGIN
	INSERT INTO `product_made` (id) SELECT product_id FROM `bundle_option` WHERE option_id = new.option_id;
END;
--> statement-breakpoint
CREATE TRIGGER `bundle_link_made_update` AFTER UPDATE ON `bundle_link` BEGIN
	INSERT INTO `product_made` (id) SELECT product_id FROM `bundle_option` WHERE option_id IN (old.option_id, new.option_id);
END;
--> statement-breakpoint
CREATE TRIGGER `bundle_link_made_delete` AFTER DELETE ON `bundle_link` BEGIN
	INSERT INTO `product_made` (id) SELECT product_id FROM `bundle_option` WHERE option_id = old.option_id;
END;
--> statement-breakpoint
CREATE TRIGGER `product_link_made_insert` AFTER INSERT ON `product_link` WHEN new.link_type = 'associated' BEGIN
	INSERT INTO `product_made` (id) VALUES (new.product_id);
END;
--> statement-breakpoint
CREATE TRIGGER `product_link_made_delete` AFTER DELETE ON `product_link` WHEN old.link_type = 'associated' BEGIN
	INSERT INTO `product_made` (id) VALUES (old.product_id);
END;
--> statement-breakpoint
INSERT INTO `product_made` (id) SELECT id FROM `product` WHERE type_id IN ('bundle', 'grouped');
