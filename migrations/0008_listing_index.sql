-- The index is read in the order of url_key, and a stock event finds what is sold from its pool.
CREATE INDEX `product_url_key` ON `product` (`url_key`, `id`) WHERE visibility > 1;--> statement-breakpoint
CREATE INDEX `product_stock` ON `product` (`stock_sku`) WHERE visibility > 1;
