-- What a provider of payments calls a customer; the cards themselves are kept there alone.
CREATE TABLE `customer_payment_account` (
	`customer_id` integer NOT NULL,
	`provider` text NOT NULL,
	`provider_ref` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `provider`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- Orders whose buyer has left, and when their name and street go too: parcels and returns need them until then.
CREATE TABLE `order_anonymity` (
	`order_id` integer PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `sales_order`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_anonymity_due` ON `order_anonymity` (`due_at`);
