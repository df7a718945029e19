CREATE TABLE `wish_list_item` (
	`customer_id` integer NOT NULL,
	`sku` text NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `sku`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wish_list_item_newest` ON `wish_list_item` (`customer_id`,`added_at`);
