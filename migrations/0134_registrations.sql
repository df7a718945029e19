-- New tires that are sold are registered with their makers (H14t, 49 CFR 574). Each row is a new tire of a line of an order; its TINs are typed
-- when the tires leave.
CREATE TABLE `registration` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL REFERENCES `sales_order`(`id`),
	`line_id` integer NOT NULL REFERENCES `sales_order_line`(`id`) ON DELETE CASCADE,
	`sku` text NOT NULL,
	`brand` text NOT NULL,
	`tires` integer NOT NULL,
	`sold_at` integer NOT NULL,
	`sent_as` text,
	`sent_at` integer,
	`mailed_at` integer,
	`buyer` text,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT `registration_sent` CHECK ((sent_as IS NULL) = (sent_at IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `registration_line` ON `registration` (`line_id`, `sku`);
--> statement-breakpoint
CREATE INDEX `registration_order` ON `registration` (`order_id`);
--> statement-breakpoint
CREATE INDEX `registration_due` ON `registration` (`sold_at`) WHERE sent_at IS NULL;
--> statement-breakpoint
CREATE INDEX `registration_buyer` ON `registration` (`sold_at`) WHERE buyer IS NOT NULL;
--> statement-breakpoint
-- Four alike tires can have one TIN: it names plant, type and week.
CREATE TABLE `registration_tin` (
	`registration_id` integer NOT NULL REFERENCES `registration`(`id`) ON DELETE CASCADE,
	`tin` text NOT NULL,
	`tires` integer NOT NULL,
	PRIMARY KEY (`registration_id`, `tin`),
	CONSTRAINT `registration_tin_tires` CHECK (tires > 0)
);
--> statement-breakpoint
CREATE INDEX `registration_tin_tin` ON `registration_tin` (`tin`);
--> statement-breakpoint
-- A line with new tires has something to register, whoever writes it.
CREATE TRIGGER `registration_of_line` AFTER INSERT ON `sales_order_line` WHEN new.parts LIKE '%"condition":"New"%'
BEGIN
	INSERT OR IGNORE INTO `registration` (order_id, line_id, sku, brand, tires, sold_at)
	SELECT new.order_id, new.id, part.value ->> '$.sku', coalesce(p.brand, ''),
		new.qty * sum((part.value ->> '$.qty') * (part.value ->> '$.setqty')), o.placed_at
	FROM json_each(new.parts) part JOIN `sales_order` o ON o.id = new.order_id LEFT JOIN `product` p ON p.sku = part.value ->> '$.sku'
	WHERE part.value ->> '$.tire.condition' = 'New' GROUP BY part.value ->> '$.sku';
END;
--> statement-breakpoint
-- A line that is changed before it is picked has other tires to register.
CREATE TRIGGER `registration_of_changed_line` AFTER UPDATE OF `qty`, `parts` ON `sales_order_line`
WHEN (old.parts <> new.parts OR old.qty <> new.qty) AND (old.parts || new.parts) LIKE '%"condition":"New"%'
BEGIN
	DELETE FROM `registration` WHERE line_id = new.id;
	INSERT INTO `registration` (order_id, line_id, sku, brand, tires, sold_at)
	SELECT new.order_id, new.id, part.value ->> '$.sku', coalesce(p.brand, ''),
		new.qty * sum((part.value ->> '$.qty') * (part.value ->> '$.setqty')), o.placed_at
	FROM json_each(new.parts) part JOIN `sales_order` o ON o.id = new.order_id LEFT JOIN `product` p ON p.sku = part.value ->> '$.sku'
	WHERE part.value ->> '$.tire.condition' = 'New' GROUP BY part.value ->> '$.sku';
END;
--> statement-breakpoint
-- What was not sold in the end is not registered.
CREATE TRIGGER `registration_canceled` AFTER UPDATE OF `status` ON `sales_order` WHEN new.status = 'canceled' AND old.status <> 'canceled'
BEGIN
	DELETE FROM `registration` WHERE order_id = new.id;
END;
--> statement-breakpoint
-- Sales of the last six months, the longest time that a dealer may wait.
INSERT INTO `registration` (order_id, line_id, sku, brand, tires, sold_at)
SELECT l.order_id, l.id, part.value ->> '$.sku', coalesce(p.brand, ''),
	l.qty * sum((part.value ->> '$.qty') * (part.value ->> '$.setqty')), o.placed_at
FROM `sales_order` o JOIN `sales_order_line` l ON l.order_id = o.id, json_each(l.parts) part
	LEFT JOIN `product` p ON p.sku = part.value ->> '$.sku'
WHERE o.placed_at > (strftime('%s', 'now') - 183 * 86400) * 1000 AND o.status <> 'canceled'
	AND part.value ->> '$.tire.condition' = 'New'
GROUP BY l.id, part.value ->> '$.sku';
