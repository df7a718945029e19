-- A guest's orders join an account or the orders of another address (H14k). Both mailboxes confirm; rows are deleted after the time for an undo.
CREATE TABLE `order_merge` (
	`id` text PRIMARY KEY NOT NULL,
	`from_email` text NOT NULL,
	`to_email` text NOT NULL,
	`customer_id` integer REFERENCES `customer`(`id`) ON DELETE CASCADE,
	`asked_by` integer NOT NULL,
	`asked_at` integer NOT NULL,
	`from_confirmed_at` integer,
	`to_confirmed_at` integer,
	`merged_at` integer,
	`undone_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_merge_open` ON `order_merge` (`from_email`, `to_email`) WHERE merged_at IS NULL;
--> statement-breakpoint
CREATE INDEX `order_merge_customer` ON `order_merge` (`customer_id`);
--> statement-breakpoint
CREATE INDEX `order_merge_asked` ON `order_merge` (`asked_at`);
--> statement-breakpoint
CREATE TABLE `merged_order` (
	`merge_id` text NOT NULL REFERENCES `order_merge`(`id`) ON DELETE CASCADE,
	`order_id` integer NOT NULL REFERENCES `sales_order`(`id`),
	PRIMARY KEY (`merge_id`, `order_id`)
);
--> statement-breakpoint
CREATE INDEX `merged_order_order` ON `merged_order` (`order_id`);
