-- Campaign data stands in the order's first event; this column was never written.
ALTER TABLE `sales_order` DROP COLUMN `marketing`;
