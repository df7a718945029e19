-- Lists of the back office that somebody named: an address with a name, for its owner or for all staff (H14).
CREATE TABLE `saved_view` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`staff_id` integer NOT NULL REFERENCES `staff`(`id`) ON DELETE CASCADE,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`is_shared` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_view_name` ON `saved_view` (`staff_id`, `name`);
