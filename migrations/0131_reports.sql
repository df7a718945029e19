-- What was sold and what staff did, by day, and the reports that cron makes of them (H14s).
CREATE TABLE `unit_sale` (
	`day` text NOT NULL,
	`line_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`size` text NOT NULL,
	`rim` real,
	`brand` text NOT NULL,
	`grade` text NOT NULL,
	`lot_id` integer,
	`tires` integer NOT NULL,
	`revenue` integer NOT NULL,
	`cost` integer,
	`suggested` integer,
	`days_listed` integer NOT NULL,
	PRIMARY KEY(`day`, `line_id`, `product_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `work_day` (
	`day` text NOT NULL,
	`staff_id` integer NOT NULL,
	`units` integer NOT NULL,
	`minutes` integer NOT NULL,
	`inspected` integer NOT NULL,
	`refused` integer NOT NULL,
	`disputed` integer NOT NULL,
	PRIMARY KEY(`day`, `staff_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `report_day` (
	`day` text PRIMARY KEY NOT NULL,
	`last_event_id` integer NOT NULL,
	`made_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `report_row` (
	`report` text NOT NULL,
	`days` integer NOT NULL,
	`grouping` text NOT NULL,
	`name` text NOT NULL,
	`numbers` text NOT NULL,
	PRIMARY KEY(`report`, `days`, `grouping`, `name`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `return_case_created` ON `return_case` (`created_at`);
