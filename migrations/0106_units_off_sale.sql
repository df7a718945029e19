-- Tires that are there but not for sale, because staff parked, scrapped or lost the unit: `stock` has only those that can be sold.
ALTER TABLE `unit` ADD COLUMN `off_sale` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Tires that come back to a unit that is off sale, by a refund or an import, stay off sale.
CREATE TRIGGER `stock_off_sale` AFTER UPDATE OF qty ON `stock`
WHEN new.qty > old.qty AND EXISTS (SELECT 1 FROM `product` p JOIN `unit` u ON u.product_id = p.id
	WHERE p.stock_sku = new.stock_sku AND p.parent_id IS NULL AND u.state <> 'live')
BEGIN
	UPDATE `unit` SET off_sale = off_sale + new.qty - old.qty
	WHERE product_id = (SELECT id FROM `product` WHERE stock_sku = new.stock_sku AND parent_id IS NULL LIMIT 1);
	UPDATE `stock` SET qty = old.qty WHERE stock_sku = new.stock_sku;
END;
