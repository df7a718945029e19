-- Whoever takes the last tires above the mark, the stock desk is told once: in the same batch, and only where somebody reads it.
CREATE TRIGGER `stock_low` AFTER UPDATE OF qty ON `stock`
WHEN new.manage = 1 AND old.qty > new.low_mark AND new.qty <= new.low_mark AND new.low_mark > 0
	AND EXISTS (SELECT 1 FROM `config` WHERE path IN ('stock/email/recipient_email', 'contact/email/recipient_email',
		'general/store_information/email') AND value LIKE '%@%')
BEGIN
	INSERT INTO `outbox` (kind, payload, created_at, next_at)
	VALUES ('desk-stock', json_object('stockSku', new.stock_sku), new.updated_at, new.updated_at);
END;
