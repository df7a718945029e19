-- A scanned or typed sku is found in any case: labels have capitals (H14).
CREATE INDEX `product_sku_nocase` ON `product` (`sku` COLLATE NOCASE);
--> statement-breakpoint
-- The columns by which lists of units are filtered and sorted. SQLite reads them from this index instead of the wide rows of products.
CREATE INDEX `product_unit_list` ON `product` (
	`created_at`, `final_price`, `tread_depth`, `condition_slug`, `brand_slug`, `model_slug`, `size_slug`,
	(`passport` ->> '$.grade'), `dot`, `sku`, `stock_sku`
) WHERE brand IS NOT NULL AND parent_id IS NULL;
--> statement-breakpoint
CREATE INDEX `unit_taken_by` ON `unit` (`taken_by`) WHERE taken_by IS NOT NULL;
