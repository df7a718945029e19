-- Pick runs: the tires of several orders in the order of a walk through the yard (H14).
CREATE TABLE `pick_run` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`staff_id` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `pick_item` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` integer NOT NULL REFERENCES `pick_run`(`id`),
	`order_id` integer NOT NULL REFERENCES `sales_order`(`id`),
	`sku` text NOT NULL,
	`tires` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT `pick_item_tires` CHECK (tires > 0)
);
--> statement-breakpoint
-- An order's tires are in one run, also when two people begin runs at the same moment.
CREATE UNIQUE INDEX `pick_item_order` ON `pick_item` (`order_id`, `sku`);
--> statement-breakpoint
CREATE INDEX `pick_item_run` ON `pick_item` (`run_id`);
--> statement-breakpoint
CREATE INDEX `pick_item_open` ON `pick_item` (`run_id`) WHERE state = 'open';
