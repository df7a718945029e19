-- Addresses of programs that are notified of changes, what they are sent, and each try (H14y). Triggers write what to send in the
-- transaction of the change itself, so no code can change something and forget to notify.
CREATE TABLE `webhook` (
	`id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`kinds` text NOT NULL,
	`secret_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`failing_since` integer,
	`paused_until` integer DEFAULT 0 NOT NULL,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`stopped_at` integer,
	`ended_at` integer,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_stopped` ON `webhook` (`stopped_at`) WHERE stopped_at IS NOT NULL AND ended_at IS NULL;
--> statement-breakpoint
CREATE TABLE `webhook_message` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`webhook_id` text NOT NULL REFERENCES `webhook`(`id`),
	`type` text NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE INDEX `webhook_message_due` ON `webhook_message` (`webhook_id`, `due_at`) WHERE done_at IS NULL;
--> statement-breakpoint
CREATE INDEX `webhook_message_at` ON `webhook_message` (`at`);
--> statement-breakpoint
CREATE TABLE `webhook_try` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message_id` integer NOT NULL REFERENCES `webhook_message`(`id`) ON DELETE CASCADE,
	`at` integer NOT NULL,
	`ms` integer NOT NULL,
	`status` integer,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `webhook_try_message` ON `webhook_try` (`message_id`);
--> statement-breakpoint
-- Each trigger writes a message for each webhook that wants its kind. The data is read when a message is sent, so a late one has the
-- state of that moment.
CREATE TRIGGER `webhook_unit_created` AFTER INSERT ON `unit` BEGIN
	INSERT INTO `webhook_message` (webhook_id, type, subject, at, due_at)
	SELECT w.id, 'unit.created', p.sku, CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `webhook` w JOIN `product` p ON p.id = new.product_id WHERE w.ended_at IS NULL AND instr(w.kinds, '"unit"') > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `webhook_unit_changed` AFTER UPDATE OF version ON `unit` WHEN new.version <> old.version BEGIN
	INSERT INTO `webhook_message` (webhook_id, type, subject, at, due_at)
	SELECT w.id, 'unit.changed', p.sku, CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `webhook` w JOIN `product` p ON p.id = new.product_id WHERE w.ended_at IS NULL AND instr(w.kinds, '"unit"') > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `webhook_unit_stock` AFTER UPDATE OF qty ON `stock` WHEN (new.qty > 0) <> (old.qty > 0) BEGIN
	INSERT INTO `webhook_message` (webhook_id, type, subject, at, due_at)
	SELECT w.id, iif(new.qty > 0, 'unit.available', 'unit.unavailable'), p.sku, CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `webhook` w JOIN `product` p ON p.stock_sku = new.stock_sku AND p.parent_id IS NULL AND p.brand IS NOT NULL WHERE w.ended_at IS NULL AND instr(w.kinds, '"unit"') > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `webhook_order_created` AFTER INSERT ON `sales_order` BEGIN
	INSERT INTO `webhook_message` (webhook_id, type, subject, at, due_at)
	SELECT w.id, 'order.created', new.order_number, CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `webhook` w WHERE w.ended_at IS NULL AND instr(w.kinds, '"order"') > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `webhook_order_changed` AFTER UPDATE OF status ON `sales_order` WHEN new.status <> old.status BEGIN
	INSERT INTO `webhook_message` (webhook_id, type, subject, at, due_at)
	SELECT w.id, 'order.changed', new.order_number, CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `webhook` w WHERE w.ended_at IS NULL AND instr(w.kinds, '"order"') > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `webhook_return_created` AFTER INSERT ON `return_case` BEGIN
	INSERT INTO `webhook_message` (webhook_id, type, subject, at, due_at)
	SELECT w.id, 'return.created', o.order_number || '/' || new.number, CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `webhook` w JOIN `sales_order` o ON o.id = new.order_id WHERE w.ended_at IS NULL AND instr(w.kinds, '"return"') > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `webhook_return_changed` AFTER UPDATE OF state ON `return_case` WHEN new.state <> old.state BEGIN
	INSERT INTO `webhook_message` (webhook_id, type, subject, at, due_at)
	SELECT w.id, 'return.changed', o.order_number || '/' || new.number, CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM `webhook` w JOIN `sales_order` o ON o.id = new.order_id WHERE w.ended_at IS NULL AND instr(w.kinds, '"return"') > 0;
END;
