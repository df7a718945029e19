-- Units that are being taken in, as the phone saves them at each tap, and the numbers of their labels (H14).
CREATE TABLE `intake` (
	`key` text PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL REFERENCES `staff`(`id`),
	`sku` text NOT NULL,
	`draft` text NOT NULL,
	`revision` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`product_id` integer,
	`scrapped_at` integer,
	`knock_out` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `intake_sku` ON `intake` (`sku`);
--> statement-breakpoint
CREATE INDEX `intake_open` ON `intake` (`updated_at`) WHERE product_id IS NULL AND scrapped_at IS NULL;
--> statement-breakpoint
CREATE TABLE `intake_number` (
	`id` integer PRIMARY KEY NOT NULL,
	`next` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `intake_number` (`id`, `next`) VALUES (1, 10000);
