-- Edits of the lines of an order before it is packed (H14o). `sales_order.totals` follows an edit, the columns of amounts stay what the payment took.
CREATE TABLE `order_edit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL REFERENCES `sales_order`(`id`),
	`state` text NOT NULL,
	`kind` text NOT NULL,
	`item_id` integer NOT NULL,
	`before_line` text NOT NULL,
	`next` text NOT NULL,
	`difference` integer NOT NULL,
	`staff_id` integer,
	`draft_id` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT `order_edit_state` CHECK (state IN ('waiting', 'done', 'ended'))
);
--> statement-breakpoint
CREATE INDEX `order_edit_order` ON `order_edit` (`order_id`);
--> statement-breakpoint
-- An order waits for one difference at a time.
CREATE UNIQUE INDEX `order_edit_waiting` ON `order_edit` (`order_id`) WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX `order_edit_paid` ON `order_edit` (`draft_id`) WHERE draft_id IS NOT NULL;
--> statement-breakpoint
-- A sale that pays the difference of an edit has its totals, which no other lines would give.
ALTER TABLE `counter_draft` ADD `totals` text;
