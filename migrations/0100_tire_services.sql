-- Which lines of an order are a service for its tires, such as mounting at a store.
ALTER TABLE `sales_order_line` ADD COLUMN `service` text;
