-- Counts of the cash drawer at the end of a day (H14p). Cents.
CREATE TABLE `drawer_count` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`start` integer NOT NULL,
	`sales` integer NOT NULL,
	`refunds` integer NOT NULL,
	`counted` integer NOT NULL,
	`key` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drawer_count_key` ON `drawer_count` (`key`);
