-- What the shop ships with and a merchant may change: written is the row as we last wrote it, null where the merchant had
-- one of his own, empty while it waits to be written. A row that is no longer as we wrote it is never touched again.
CREATE TABLE `base_row` (
	`table_name` text NOT NULL,
	`row_key` text NOT NULL,
	`written` text,
	PRIMARY KEY(`table_name`, `row_key`)
);
--> statement-breakpoint
-- Rows of the demonstration shop, which its generator may replace; all others are the merchant's.
ALTER TABLE `product` ADD `demo` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `landing` ADD `demo` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `attribute_option` ADD `demo` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `coupon` ADD `demo` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `review` ADD `demo` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Demo tires ask here before anything else, also out of a file: the shop itself says no.
CREATE VIEW `demo_gate` AS SELECT 1 AS asked;
--> statement-breakpoint
CREATE TRIGGER `demo_gate_asked` INSTEAD OF INSERT ON `demo_gate` BEGIN
	SELECT RAISE(ABORT, 'demo_in_production') FROM `config` WHERE path = 'shop/environment' AND value = 'production';
	SELECT RAISE(ABORT, 'demo_beside_products') WHERE EXISTS (SELECT 1 FROM `product` WHERE NOT demo);
END;
