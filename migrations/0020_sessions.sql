-- Who is signed in. The key is the SHA-256 of what the browser or client holds, so the table opens nothing.
CREATE TABLE `customer_session` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`kind` text NOT NULL,
	`agent` text NOT NULL,
	`network` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "customer_session_kind" CHECK(kind in ('page', 'wire'))
);
--> statement-breakpoint
CREATE INDEX `customer_session_customer` ON `customer_session` (`customer_id`);--> statement-breakpoint
CREATE INDEX `customer_session_expires` ON `customer_session` (`expires_at`);--> statement-breakpoint
CREATE TABLE `password_reset` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `password_reset_customer` ON `password_reset` (`customer_id`);--> statement-breakpoint
CREATE TABLE `customer_identity` (
	`provider` text NOT NULL,
	`subject` text NOT NULL,
	`customer_id` integer NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`provider`, `subject`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `customer_identity_customer` ON `customer_identity` (`customer_id`);--> statement-breakpoint
CREATE TABLE `staff_member` (
	`customer_id` integer PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- Failed sign-ins of a door: an account seen from a network, from a device that knows it, or from anywhere.
CREATE TABLE `sign_in_attempt` (
	`id` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`since` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_attempt_last` ON `sign_in_attempt` (`last_at`);--> statement-breakpoint
-- A customer's own cart; its number is what clients of the wire call it.
CREATE TABLE `customer_cart` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` integer NOT NULL,
	`quote_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customer_cart_customer` ON `customer_cart` (`customer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `customer_cart_quote` ON `customer_cart` (`quote_id`);
