-- A refused attempt stays in the log as a canceled order; a cart has at most one order that lives.
DROP INDEX `sales_order_quote`;--> statement-breakpoint
CREATE UNIQUE INDEX `sales_order_quote` ON `sales_order` (`quote_id`) WHERE status <> 'canceled';--> statement-breakpoint
-- The day that was promised, as a UTC midnight; null when nothing is sent by parcel.
ALTER TABLE `sales_order` ADD `arrives_on` integer;
