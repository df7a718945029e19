-- Prices that lists are sorted by follow from the others, whoever writes them. The law is schema/domain/price.ts; what the
-- clock alone changes, the sweep of worker/db/price-refresh.ts does within a minute. Inserting an id here asks for it.
CREATE VIEW `product_priced` AS
SELECT id, iif(special_price < price AND coalesce(special_from <= unixepoch('subsec') * 1000, 1)
	AND coalesce(special_to >= unixepoch('subsec') * 1000, 1), special_price, price) AS final_price, setqty
FROM `product`;
--> statement-breakpoint
CREATE TRIGGER `product_priced_asked` INSTEAD OF INSERT ON `product_priced` BEGIN
	UPDATE `product` SET (final_price, price_by_tire) =
		(SELECT p.final_price, (p.final_price + p.setqty - 1) / p.setqty FROM `product_priced` p WHERE p.id = new.id)
	WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `product_priced_update` AFTER UPDATE OF price, special_price, special_from, special_to, setqty ON `product`
WHEN old.price IS NOT new.price OR old.special_price IS NOT new.special_price OR old.special_from IS NOT new.special_from
	OR old.special_to IS NOT new.special_to OR old.setqty IS NOT new.setqty
BEGIN
	INSERT INTO `product_priced` (id) VALUES (new.id);
END;
--> statement-breakpoint
-- A final price is the price or, where it is lower, the special one; which of the two it is now, the clock says.
CREATE TRIGGER `product_final_price_update` AFTER UPDATE OF final_price, price_by_tire ON `product`
WHEN new.price_by_tire IS NOT (new.final_price + new.setqty - 1) / new.setqty
	OR new.final_price IS NOT new.price AND NOT coalesce(new.special_price < new.price AND new.final_price = new.special_price, 0)
	OR new.final_price IS new.price AND new.special_price < new.price AND new.special_from IS NULL AND new.special_to IS NULL
BEGIN
	INSERT INTO `product_priced` (id) VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `product_final_price_insert` AFTER INSERT ON `product`
WHEN new.price_by_tire IS NOT (new.final_price + new.setqty - 1) / new.setqty
	OR new.final_price IS NOT new.price AND NOT coalesce(new.special_price < new.price AND new.final_price = new.special_price, 0)
	OR new.final_price IS new.price AND new.special_price < new.price AND new.special_from IS NULL AND new.special_to IS NULL
BEGIN
	INSERT INTO `product_priced` (id) VALUES (new.id);
END;
--> statement-breakpoint
-- Cached pages and the index hear of a price and of what is no longer sold, whoever writes it.
CREATE TRIGGER `product_told` AFTER UPDATE OF price, special_price, final_price, status, visibility ON `product`
WHEN old.price IS NOT new.price OR old.special_price IS NOT new.special_price OR old.final_price IS NOT new.final_price
	OR old.status IS NOT new.status OR old.visibility IS NOT new.visibility
BEGIN
	UPDATE `config` SET value = 'product-' || lower(hex(randomblob(8))) WHERE path = 'catalog/version';
END;
--> statement-breakpoint
-- So do they of a pool; pages name what is left below sixteen.
CREATE TRIGGER `stock_told` AFTER UPDATE OF qty ON `stock`
WHEN old.qty <> new.qty AND new.manage AND (old.qty < 16 OR new.qty < 16)
BEGIN
	INSERT INTO `stock_pulse` (stock_sku, at) VALUES (new.stock_sku,
		iif(new.updated_at <> old.updated_at, new.updated_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)));
END;
