-- A search for a load index with its speed, such as 94W, reads the index of lists as the other searches do (H14h).
DROP INDEX `product_unit_list`;
--> statement-breakpoint
CREATE INDEX `product_unit_list` ON `product` (
	`created_at`, `final_price`, `tread_depth`, `condition_slug`, `brand_slug`, `model_slug`, `size_slug`,
	(`passport` ->> '$.grade'), `dot`, `sku`, `stock_sku`, `tire_load`, `tire_speed`, `tire_load_dual`
) WHERE brand IS NOT NULL AND parent_id IS NULL;
