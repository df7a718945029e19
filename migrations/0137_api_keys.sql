-- Keys of programs that call the API for the staff member who made them (H14y). Only the SHA-256 of a key is stored.
CREATE TABLE `api_key` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`permissions` text NOT NULL,
	`staff_id` integer NOT NULL REFERENCES `staff`(`id`),
	`created_at` integer NOT NULL,
	`used_at` integer,
	`ended_at` integer,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_hash` ON `api_key` (`hash`);
