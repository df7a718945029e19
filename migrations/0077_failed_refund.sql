-- A refund that the provider made and that fell back, by the provider's own id: noted once, and counted although it is refused.
ALTER TABLE `order_refund` ADD `failed_ref` text;--> statement-breakpoint
ALTER TABLE `order_refund` ADD `failed_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `order_refund_failed` ON `order_refund` (`failed_ref`);--> statement-breakpoint
-- When the provider's total was what `refunded` says: an older one that comes late is not believed.
ALTER TABLE `payment_attempt` ADD `refunded_at` integer DEFAULT 0 NOT NULL;
