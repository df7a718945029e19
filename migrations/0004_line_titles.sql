-- Brand and model, so that pages and mails need not repeat the size that stands in the facts below.
ALTER TABLE `sales_order_line` ADD `title` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `sales_order_line` SET `title` = `name`;
