-- Parcels of an order and the tires in each, packed by scan (H14o).
CREATE TABLE `order_parcel` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL REFERENCES `sales_order`(`id`),
	`number` integer NOT NULL,
	`carrier` text,
	`tracking_number` text,
	`weight` integer,
	`shipment_id` integer,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT `order_parcel_numbers` CHECK (number > 0 AND coalesce(weight, 1) > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_parcel_number` ON `order_parcel` (`order_id`, `number`);
--> statement-breakpoint
-- One number is on one parcel, also when two people scan the same label at once.
CREATE UNIQUE INDEX `order_parcel_tracking` ON `order_parcel` (`tracking_number`, `carrier`) WHERE tracking_number IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `order_parcel_item` (
	`parcel_id` integer NOT NULL REFERENCES `order_parcel`(`id`),
	`order_id` integer NOT NULL REFERENCES `sales_order`(`id`),
	`sku` text NOT NULL,
	`tires` integer NOT NULL,
	PRIMARY KEY (`parcel_id`, `sku`),
	CONSTRAINT `order_parcel_item_tires` CHECK (tires > 0)
);
--> statement-breakpoint
CREATE INDEX `order_parcel_item_order` ON `order_parcel_item` (`order_id`, `sku`);
--> statement-breakpoint
-- A tire is in one parcel at most, and only tires that were picked for the order are in its parcels.
CREATE TRIGGER `order_parcel_item_picked` AFTER INSERT ON `order_parcel_item`
WHEN (SELECT sum(tires) FROM `order_parcel_item` WHERE order_id = new.order_id AND sku = new.sku)
	> coalesce((SELECT tires FROM `pick_item` WHERE order_id = new.order_id AND sku = new.sku AND state = 'picked'), 0)
BEGIN
	SELECT RAISE(ABORT, 'order_parcel_item_picked');
END;
--> statement-breakpoint
-- What is in a parcel stays picked.
CREATE TRIGGER `pick_item_packed` BEFORE UPDATE OF `state` ON `pick_item`
WHEN old.state = 'picked' AND new.state <> 'picked'
	AND EXISTS (SELECT 1 FROM `order_parcel_item` WHERE order_id = old.order_id AND sku = old.sku)
BEGIN
	SELECT RAISE(ABORT, 'pick_item_packed');
END;
