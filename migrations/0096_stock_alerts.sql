-- Stock alerts: a mailbox gets a mail when tires of a size or a model come in, or cost less.
CREATE TABLE `stock_alert_subscriber` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`mailed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stock_alert_subscriber_email` ON `stock_alert_subscriber` (`email`);
--> statement-breakpoint
CREATE TABLE `stock_alert_line` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`size_slug` text NOT NULL,
	`brand_slug` text NOT NULL,
	`model_slug` text NOT NULL,
	`checked_version` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stock_alert_line_key` ON `stock_alert_line` (`size_slug`, `brand_slug`, `model_slug`);
--> statement-breakpoint
CREATE INDEX `stock_alert_line_version` ON `stock_alert_line` (`checked_version`);
--> statement-breakpoint
CREATE TABLE `stock_alert` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subscriber_id` integer NOT NULL REFERENCES `stock_alert_subscriber`(`id`) ON DELETE CASCADE,
	`line_id` integer NOT NULL REFERENCES `stock_alert_line`(`id`) ON DELETE CASCADE,
	`customer_id` integer REFERENCES `customer`(`id`) ON DELETE CASCADE,
	`size_slug` text NOT NULL,
	`brand_slug` text NOT NULL,
	`model_slug` text NOT NULL,
	`season_slug` text NOT NULL,
	`condition_slug` text NOT NULL,
	`max_price` integer NOT NULL,
	`label` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stock_alert_conditions` ON `stock_alert` (`subscriber_id`, `size_slug`, `brand_slug`, `model_slug`,
	`season_slug`, `condition_slug`, `max_price`);
--> statement-breakpoint
CREATE INDEX `stock_alert_of_line` ON `stock_alert` (`line_id`);
--> statement-breakpoint
CREATE INDEX `stock_alert_customer` ON `stock_alert` (`customer_id`);
--> statement-breakpoint
CREATE INDEX `stock_alert_pending` ON `stock_alert` (`created_at`) WHERE confirmed_at IS NULL;
--> statement-breakpoint
CREATE TABLE `stock_alert_product` (
	`line_id` integer NOT NULL REFERENCES `stock_alert_line`(`id`) ON DELETE CASCADE,
	`product_id` integer NOT NULL,
	`price` integer,
	PRIMARY KEY(`line_id`, `product_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `stock_alert_match` (
	`alert_id` integer NOT NULL REFERENCES `stock_alert`(`id`) ON DELETE CASCADE,
	`product_id` integer NOT NULL,
	`reason` text NOT NULL,
	`found_at` integer NOT NULL,
	`mailed_at` integer,
	PRIMARY KEY(`alert_id`, `product_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `stock_alert_match_waiting` ON `stock_alert_match` (`alert_id`) WHERE mailed_at IS NULL;
--> statement-breakpoint
CREATE TABLE `stock_alert_cursor` (
	`id` integer PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL
);
--> statement-breakpoint
-- Events from before the first alert concern nobody.
INSERT INTO `stock_alert_cursor` SELECT 1, coalesce(max(id), 0) FROM `stock_pulse`;
