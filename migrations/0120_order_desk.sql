-- Notes of staff on orders, corrected tracking numbers, and mails by order (H14o).
CREATE TABLE `order_note` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL REFERENCES `sales_order`(`id`),
	`staff_id` integer,
	`text` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `order_note_order` ON `order_note` (`order_id`);
--> statement-breakpoint
ALTER TABLE `order_shipment` ADD COLUMN `version` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
CREATE INDEX `outbox_order` ON `outbox` (payload ->> '$.orderNumber') WHERE payload ->> '$.orderNumber' IS NOT NULL;
--> statement-breakpoint
-- The one change of a row that is allowed takes its values out, for a tracking number leads to the buyer.
DROP TRIGGER `audit_log_unchanged`;
--> statement-breakpoint
CREATE TRIGGER `audit_log_unchanged` BEFORE UPDATE ON `audit_log`
WHEN new."before" IS NOT '{}' OR new."after" IS NOT '{}' OR new.why IS NOT old.why OR new.id IS NOT old.id OR new.at IS NOT old.at
	OR new.staff_id IS NOT old.staff_id OR new.session IS NOT old.session OR new.source IS NOT old.source OR new.kind IS NOT old.kind
	OR new.record IS NOT old.record OR new.record_id IS NOT old.record_id OR new.version IS NOT old.version OR new.key IS NOT old.key
	OR new.batch IS NOT old.batch OR new.undoes IS NOT old.undoes
	OR old.record NOT IN ('parcel', 'shipment')
BEGIN
	SELECT RAISE(ABORT, 'audit_log_unchanged');
END;
