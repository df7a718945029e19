-- Factors of the prices of used tires, and indexes for the tires that a new one is compared with (H14).
CREATE TABLE `price_factors` (
	`id` integer PRIMARY KEY NOT NULL,
	`factors` text NOT NULL,
	`fitted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `product_used_model` ON `product` (`size_slug`, `brand_slug`, `model_slug`, `created_at`) WHERE visibility > 1 AND condition = 'Used';
--> statement-breakpoint
CREATE INDEX `product_used_rim` ON `product` (`rim`, `created_at`) WHERE visibility > 1 AND condition = 'Used';
