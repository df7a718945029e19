-- The orders of a unit are found by its pool (H14).
CREATE INDEX `sales_order_line_stock` ON `sales_order_line` (`stock_sku`);
--> statement-breakpoint
-- Units that a count of their bin did not find. A unit that is missing twice is lost.
CREATE TABLE `missing_unit` (
	`product_id` integer PRIMARY KEY NOT NULL REFERENCES `product`(`id`) ON DELETE CASCADE,
	`bin` text NOT NULL,
	`missed_at` integer NOT NULL,
	`missed_by` integer,
	`count_key` text NOT NULL
);
