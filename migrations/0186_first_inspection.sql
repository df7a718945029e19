-- Who measured a tire again when it came back: that is its first inspection then. NULL: who took it in (H14d).
ALTER TABLE `unit` ADD `first_by` integer;
--> statement-breakpoint
UPDATE `unit` SET first_by = back.staff_id FROM (
	SELECT p.id AS product_id, a.staff_id, max(a.id) FROM `audit_log` a JOIN `product` p ON p.sku = a.record_id
	WHERE a.record = 'unit' AND a.kind = 'return' AND json_type(a.after, '$.report') IS NOT NULL GROUP BY p.id
) AS back WHERE back.product_id IN (`unit`.product_id, `unit`.set_id);
