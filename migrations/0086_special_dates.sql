-- Cached documents and pages hear of a special price whose dates change, although the price of today stays.
DROP TRIGGER `product_told`;
--> statement-breakpoint
CREATE TRIGGER `product_told` AFTER UPDATE OF price, special_price, special_from, special_to, final_price, status, visibility
ON `product`
WHEN old.price IS NOT new.price OR old.special_price IS NOT new.special_price OR old.special_from IS NOT new.special_from
	OR old.special_to IS NOT new.special_to OR old.final_price IS NOT new.final_price OR old.status IS NOT new.status
	OR old.visibility IS NOT new.visibility
BEGIN
	UPDATE `config` SET value = 'product-' || lower(hex(randomblob(8))) WHERE path = 'catalog/version';
END;
