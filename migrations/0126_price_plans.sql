-- Price plans: units of a filter get a special price when they are listed for some days (H14).
CREATE TABLE `price_plan` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`filter` text NOT NULL,
	`steps` text NOT NULL,
	`begins_on` text NOT NULL,
	`ends_on` text,
	`state` text NOT NULL,
	`created_by` integer NOT NULL,
	`approved_by` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `price_plan_key` ON `price_plan` (`key`);
