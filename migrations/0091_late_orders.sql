-- Orders that are on their way, by their promised day: the cron looks for late ones.
CREATE INDEX `sales_order_arrives` ON `sales_order` (`arrives_on`) WHERE status in ('paid', 'processing', 'shipped', 'partly_refunded');
