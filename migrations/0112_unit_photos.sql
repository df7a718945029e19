-- Photos of units that are being taken in (H14). A product's first photograph is a column of the product, so that cards,
-- carts and orders show it without another look-up; triggers copy it from product_media.
CREATE TABLE `intake_photo` (
	`key` text NOT NULL REFERENCES `intake`(`key`),
	`slot` text NOT NULL,
	`size` integer NOT NULL,
	`name` text NOT NULL,
	`stored_at` integer NOT NULL,
	PRIMARY KEY(`key`, `slot`, `size`)
);
--> statement-breakpoint
ALTER TABLE `product` ADD COLUMN `photo` text;
--> statement-breakpoint
UPDATE `product` SET photo = (SELECT image FROM `product_media` m WHERE m.product_id IN (product.id, product.parent_id) ORDER BY position LIMIT 1)
WHERE id IN (SELECT product_id FROM `product_media`) OR parent_id IN (SELECT product_id FROM `product_media`);
--> statement-breakpoint
CREATE TRIGGER `product_photo_insert` AFTER INSERT ON `product_media` BEGIN
	UPDATE `product` SET photo = (SELECT image FROM `product_media` WHERE product_id = new.product_id ORDER BY position LIMIT 1)
	WHERE id = new.product_id OR parent_id = new.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER `product_photo_update` AFTER UPDATE ON `product_media` BEGIN
	UPDATE `product` SET photo = (SELECT image FROM `product_media` WHERE product_id = new.product_id ORDER BY position LIMIT 1)
	WHERE id = new.product_id OR parent_id = new.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER `product_photo_delete` AFTER DELETE ON `product_media` BEGIN
	UPDATE `product` SET photo = (SELECT image FROM `product_media` WHERE product_id = old.product_id ORDER BY position LIMIT 1)
	WHERE id = old.product_id OR parent_id = old.product_id;
END;
