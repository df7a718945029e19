-- A pool that falls to its low mark by sales is reported. A unit that staff park, recall, scrap or count is not running low, and a used
-- tire cannot be ordered again. Pools of the same minute are one mail.
DROP TRIGGER `stock_low`;
--> statement-breakpoint
CREATE TRIGGER `stock_low` AFTER UPDATE OF qty ON `stock`
WHEN new.manage = 1 AND old.qty > new.low_mark AND new.qty <= new.low_mark AND new.low_mark > 0
	AND EXISTS (SELECT 1 FROM `config` WHERE path IN ('stock/email/recipient_email', 'contact/email/recipient_email',
		'general/store_information/email') AND value LIKE '%@%')
	AND NOT EXISTS (SELECT 1 FROM `product` p LEFT JOIN `unit` u ON u.product_id = p.id
		WHERE p.stock_sku = new.stock_sku AND p.parent_id IS NULL AND (p.condition_slug IN ('used', 'driven-once') OR u.state <> 'live'
			-- The row of a change by staff is written in the same batch, with the same time.
			OR EXISTS (SELECT 1 FROM `audit_log` a WHERE a.record = 'unit' AND a.record_id = p.sku AND a.at = new.updated_at)))
BEGIN
	INSERT INTO `outbox` (kind, payload, created_at, next_at)
	SELECT 'desk-stock', json_object('stockSkus', json_array()), new.updated_at, new.updated_at + 60000
	WHERE NOT EXISTS (SELECT 1 FROM `outbox` WHERE kind = 'desk-stock' AND sent_at IS NULL AND attempts = 0 AND next_at > new.updated_at);
	UPDATE `outbox` SET payload = json_insert(payload, '$.stockSkus[#]', new.stock_sku)
	WHERE id = (SELECT max(id) FROM `outbox` WHERE kind = 'desk-stock' AND sent_at IS NULL AND attempts = 0 AND next_at > new.updated_at)
		AND NOT EXISTS (SELECT 1 FROM json_each(payload, '$.stockSkus') WHERE value = new.stock_sku);
END;
--> statement-breakpoint
UPDATE `outbox` SET payload = json_object('stockSkus', json_array(payload ->> 'stockSku')) WHERE kind = 'desk-stock' AND sent_at IS NULL;
