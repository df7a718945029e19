-- Recalls of tires (H14t): campaigns, the units that match them, and the buyers who got a notice.
CREATE TABLE `recall` (
	`campaign` text PRIMARY KEY NOT NULL,
	`maker` text NOT NULL,
	`notice` text NOT NULL,
	`remedy` text NOT NULL,
	`products` text NOT NULL,
	`is_open` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `recall_match` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`campaign` text NOT NULL REFERENCES `recall`(`campaign`),
	`sku` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`unit_state` text NOT NULL,
	`found_at` integer NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
-- A unit is matched once by each campaign: one that was freed stays free.
CREATE UNIQUE INDEX `recall_match_unit` ON `recall_match` (`campaign`, `sku`);
--> statement-breakpoint
CREATE INDEX `recall_match_sku` ON `recall_match` (`sku`);
--> statement-breakpoint
CREATE INDEX `recall_match_waiting` ON `recall_match` (`found_at`) WHERE state = 'waiting';
--> statement-breakpoint
CREATE TABLE `recall_notice` (
	`campaign` text NOT NULL REFERENCES `recall`(`campaign`),
	`order_id` integer NOT NULL REFERENCES `sales_order`(`id`),
	`sent_at` integer NOT NULL,
	`staff_id` integer NOT NULL,
	PRIMARY KEY (`campaign`, `order_id`)
);
