-- Appointments for mounting at a store, one per order.
CREATE TABLE `mounting_appointment` (
	`order_number` text PRIMARY KEY NOT NULL,
	`store` integer NOT NULL,
	`day` text NOT NULL,
	`time` integer NOT NULL,
	`tires` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mounting_appointment_day` ON `mounting_appointment` (`store`, `day`, `time`);
