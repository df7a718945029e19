-- The plans and mounting kits that the cart offers, and lines saved for later.
CREATE TABLE `cart_extra` (
	`sku` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`tires` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL
);
-- Shops that sell the plans and kits of the demo offer them; other shops add their own rows.
INSERT INTO `cart_extra` (`sku`, `kind`, `tires`, `position`)
	SELECT p.sku, e.column2, e.column3, e.column4
	FROM (VALUES ('RH-1', 'plan', 1, 0), ('RH-4', 'plan', 4, 0), ('MK-3', 'kit', 4, 0), ('MK-2', 'kit', 4, 1), ('MK-1', 'kit', 4, 2)) AS e
	JOIN product AS p ON p.sku = e.column1
	WHERE p.demo = 1;
CREATE TABLE `saved_line` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` integer,
	`cart_key` text,
	`sku` text NOT NULL,
	`parent_sku` text,
	`option` text,
	`item_key` text NOT NULL,
	`qty` integer NOT NULL,
	`saved_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE UNIQUE INDEX `saved_line_customer` ON `saved_line` (`customer_id`,`item_key`) WHERE `customer_id` IS NOT NULL;
CREATE UNIQUE INDEX `saved_line_guest` ON `saved_line` (`cart_key`,`item_key`) WHERE `cart_key` IS NOT NULL;
CREATE INDEX `saved_line_age` ON `saved_line` (`saved_at`) WHERE `cart_key` IS NOT NULL;
