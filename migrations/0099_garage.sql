-- The cars of a customer (H13a); those of guests are in the browser.
CREATE TABLE `garage_car` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` integer NOT NULL,
	`car` text NOT NULL,
	`name` text NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `garage_car_once` ON `garage_car` (`customer_id`,`car`);
