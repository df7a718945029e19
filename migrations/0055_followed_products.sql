-- What a product has from others follows them, whoever writes it: a lot has the price of its unit of the same size and
-- the ways of sale of all its units; a bundle costs its cheapest choice that can be had, a group all of its members that
-- can be had (while there is none, the last price stands). Inserting an id asks for it.
CREATE VIEW `product_followed` AS
SELECT p.id, iif(v.id IS NULL, p.price, v.price) AS price, iif(v.id IS NULL, p.special_price, v.special_price) AS special_price,
	iif(v.id IS NULL, p.special_from, v.special_from) AS special_from, iif(v.id IS NULL, p.special_to, v.special_to) AS special_to,
	iif(v.id IS NULL, p.final_price, v.final_price) AS final_price,
	coalesce((SELECT max(c.setqty = 1) + 2 * max(c.setqty = 2) + 4 * max(c.setqty = 4)
		FROM `product` c WHERE c.parent_id = p.id AND c.status < 2), p.setqty) AS sets_offered
FROM `product` p LEFT JOIN `product` v ON v.id = (SELECT c.id FROM `product` c
	WHERE c.parent_id = p.id AND c.status < 2 AND c.setqty = p.setqty ORDER BY c.final_price, c.id LIMIT 1)
WHERE p.type_id = 'configurable'
UNION ALL
SELECT id, price, NULL, NULL, NULL, price, setqty FROM (
	SELECT p.id, p.setqty, iif(p.type_id = 'bundle', coalesce((
		SELECT sum((SELECT min(u.final_price * l.qty) FROM `bundle_link` l JOIN `product` u ON u.sku = l.sku
			JOIN `product_units` n ON n.sku = l.sku WHERE l.option_id = o.option_id AND n.units >= l.qty))
		FROM `bundle_option` o WHERE o.product_id = p.id AND o.required), p.price), (
		SELECT sum(u.final_price * k.qty) FROM `product_link` k JOIN `product` u ON u.sku = k.linked_product_sku
			JOIN `product_units` n ON n.sku = u.sku
		WHERE k.product_id = p.id AND k.link_type = 'associated' AND n.units >= 1)) AS price
	FROM `product` p JOIN `product_made` m ON m.id = p.id AND m.can_be_made
);
--> statement-breakpoint
CREATE TRIGGER `product_followed_asked` INSTEAD OF INSERT ON `product_followed` BEGIN
	UPDATE `product` SET price = f.price, special_price = f.special_price, special_from = f.special_from,
		special_to = f.special_to, final_price = f.final_price, sets_offered = f.sets_offered,
		price_by_tire = (f.final_price + `product`.setqty - 1) / `product`.setqty
	FROM `product_followed` f WHERE `product`.id = new.id AND f.id = new.id
		AND (f.price IS NOT `product`.price OR f.special_price IS NOT `product`.special_price
			OR f.special_from IS NOT `product`.special_from OR f.special_to IS NOT `product`.special_to
			OR f.final_price IS NOT `product`.final_price OR f.sets_offered IS NOT `product`.sets_offered);
END;
--> statement-breakpoint
-- Whoever asks whether something can be made of its parts asks for its price too.
DROP TRIGGER `product_made_asked`;
--> statement-breakpoint
CREATE TRIGGER `product_made_asked` INSTEAD OF INSERT ON `product_made` BEGIN
	UPDATE `stock` SET qty = 0, updated_at = CAST(unixepoch('subsec') * 1000 AS INTEGER),
		manage = (SELECT NOT can_be_made FROM `product_made` WHERE id = new.id)
	WHERE stock_sku = (SELECT stock_sku FROM `product_made` WHERE id = new.id)
		AND manage <> (SELECT NOT can_be_made FROM `product_made` WHERE id = new.id);
	INSERT INTO `product_followed` (id) VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `product_followed_update` AFTER UPDATE OF price, special_price, special_from, special_to, final_price,
	sets_offered, setqty, status, parent_id, type_id ON `product`
WHEN old.price IS NOT new.price OR old.special_price IS NOT new.special_price OR old.special_from IS NOT new.special_from
	OR old.special_to IS NOT new.special_to OR old.final_price IS NOT new.final_price
	OR old.sets_offered IS NOT new.sets_offered OR old.setqty IS NOT new.setqty OR old.status IS NOT new.status
	OR old.parent_id IS NOT new.parent_id OR old.type_id IS NOT new.type_id
BEGIN
	INSERT INTO `product_followed` (id) SELECT id FROM `product`
		WHERE id IN (new.id, new.parent_id, old.parent_id) AND type_id IN ('configurable', 'bundle', 'grouped');
	INSERT INTO `product_followed` (id) SELECT id FROM `pool_made` WHERE stock_sku = new.stock_sku AND id <> new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `product_followed_insert` AFTER INSERT ON `product` WHEN new.parent_id IS NOT NULL BEGIN
	INSERT INTO `product_followed` (id) VALUES (new.parent_id);
END;
--> statement-breakpoint
CREATE TRIGGER `product_followed_delete` AFTER DELETE ON `product` BEGIN
	INSERT INTO `product_followed` (id) SELECT id FROM `product` WHERE id = old.parent_id;
	INSERT INTO `product_made` (id) SELECT o.product_id FROM `bundle_link` l JOIN `bundle_option` o ON o.option_id = l.option_id
		WHERE l.sku = old.sku
	UNION SELECT k.product_id FROM `product_link` k WHERE k.linked_product_sku = old.sku AND k.link_type = 'associated';
END;
--> statement-breakpoint
CREATE TRIGGER `product_link_made_update` AFTER UPDATE ON `product_link`
WHEN old.link_type = 'associated' OR new.link_type = 'associated' BEGIN
	INSERT INTO `product_made` (id) VALUES (old.product_id), (new.product_id);
END;
--> statement-breakpoint
-- How many tires a unit has decides its way of sale.
CREATE TRIGGER `product_sets_update` AFTER UPDATE OF setqty, sets, sets_offered, type_id ON `product`
WHEN new.sets IS NOT CASE new.setqty WHEN 1 THEN 'single' WHEN 2 THEN 'pairs' ELSE 'setOfFour' END
	OR new.type_id <> 'configurable' AND new.sets_offered IS NOT new.setqty
BEGIN
	UPDATE `product` SET sets = CASE setqty WHEN 1 THEN 'single' WHEN 2 THEN 'pairs' ELSE 'setOfFour' END,
		sets_offered = iif(type_id = 'configurable', sets_offered, setqty) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `product_sets_insert` AFTER INSERT ON `product`
WHEN new.sets IS NOT CASE new.setqty WHEN 1 THEN 'single' WHEN 2 THEN 'pairs' ELSE 'setOfFour' END
	OR new.type_id <> 'configurable' AND new.sets_offered IS NOT new.setqty
BEGIN
	UPDATE `product` SET sets = CASE setqty WHEN 1 THEN 'single' WHEN 2 THEN 'pairs' ELSE 'setOfFour' END,
		sets_offered = iif(type_id = 'configurable', sets_offered, setqty) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `product_sets_told` AFTER UPDATE OF setqty, sets_offered ON `product`
WHEN old.setqty IS NOT new.setqty OR old.sets_offered IS NOT new.sets_offered BEGIN
	UPDATE `config` SET value = 'product-' || lower(hex(randomblob(8))) WHERE path = 'catalog/version';
END;
--> statement-breakpoint
UPDATE `product` SET sets = CASE setqty WHEN 1 THEN 'single' WHEN 2 THEN 'pairs' ELSE 'setOfFour' END,
	sets_offered = iif(type_id = 'configurable', sets_offered, setqty)
WHERE sets IS NOT CASE setqty WHEN 1 THEN 'single' WHEN 2 THEN 'pairs' ELSE 'setOfFour' END
	OR type_id <> 'configurable' AND sets_offered IS NOT setqty;
--> statement-breakpoint
INSERT INTO `product_followed` (id) SELECT id FROM `product` WHERE type_id IN ('configurable', 'bundle', 'grouped');
