-- Files with tracking numbers that staff got from a carrier's program (H14o). Rows name orders and parcels; a file is deleted after 30 days.
CREATE TABLE `tracking_file` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`rows` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_key` text,
	`sent_by` integer,
	`session` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tracking_file_key` ON `tracking_file` (`key`);
--> statement-breakpoint
CREATE INDEX `tracking_file_created` ON `tracking_file` (`created_at`);
