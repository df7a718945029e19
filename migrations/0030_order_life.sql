-- Money on its way back to a buyer. The row stands before the provider is asked, so that no refund is without a trace;
-- pending ones are asked for again under their key until the provider has said yes or no.
CREATE TABLE `order_refund` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`refund_key` text NOT NULL,
	`amount` integer NOT NULL,
	`status` text NOT NULL,
	`cancels` integer DEFAULT 0 NOT NULL,
	`restock` text NOT NULL,
	`reason` text NOT NULL,
	`made_by` text NOT NULL,
	`provider_ref` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `sales_order`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_refund_amount" CHECK(amount > 0),
	CONSTRAINT "order_refund_status" CHECK(status in ('pending', 'stuck', 'done', 'refused'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_refund_key` ON `order_refund` (`refund_key`);--> statement-breakpoint
CREATE INDEX `order_refund_order` ON `order_refund` (`order_id`);--> statement-breakpoint
CREATE INDEX `order_refund_waiting` ON `order_refund` (`next_at`) WHERE status = 'pending';--> statement-breakpoint
-- Whatever the code believes: never more goes back than the order cost.
CREATE TRIGGER `order_refund_within` BEFORE INSERT ON `order_refund`
WHEN new.status <> 'refused' AND new.amount
	+ (SELECT coalesce(sum(amount), 0) FROM `order_refund` WHERE order_id = new.order_id AND status <> 'refused')
	> (SELECT grand_total FROM `sales_order` WHERE id = new.order_id)
BEGIN
	SELECT RAISE(ABORT, 'order_refund_within');
END;
--> statement-breakpoint
-- Parcels of an order; four tires may travel in several.
CREATE TABLE `order_shipment` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`carrier` text NOT NULL,
	`tracking_number` text NOT NULL,
	`made_by` text NOT NULL,
	`shipped_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `sales_order`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_shipment_number` ON `order_shipment` (`order_id`,`carrier`,`tracking_number`);--> statement-breakpoint
-- When what a line took was put back on the shelf; it can be put back once.
ALTER TABLE `sales_order_line` ADD `restocked_at` integer;--> statement-breakpoint
-- What the provider says it has given back of this payment in all, whoever asked it to.
ALTER TABLE `payment_attempt` ADD `refunded` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The history of an order only grows. The one change that is allowed takes details out, for they may name the buyer.
CREATE TRIGGER `sales_order_event_kept` BEFORE UPDATE ON `sales_order_event`
WHEN new.detail IS NOT NULL OR new.id IS NOT old.id OR new.order_id IS NOT old.order_id
	OR new.kind IS NOT old.kind OR new.at IS NOT old.at
BEGIN
	SELECT RAISE(ABORT, 'sales_order_event_kept');
END;
--> statement-breakpoint
-- Orders of the demonstration shop have ids below zero; seeding again replaces them.
CREATE TRIGGER `sales_order_event_stays` BEFORE DELETE ON `sales_order_event` WHEN old.order_id > 0
BEGIN
	SELECT RAISE(ABORT, 'sales_order_event_stays');
END;
