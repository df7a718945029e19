-- Sales at the counter before they are paid (H14p). An open draft holds the tires in `demand`: they are taken out of `stock`.
CREATE TABLE `counter_draft` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`quote_id` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`staff_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`hold_until` integer NOT NULL,
	`lines` text DEFAULT '[]' NOT NULL,
	`demand` text DEFAULT '{}' NOT NULL,
	`way` text DEFAULT 'pickup' NOT NULL,
	`buyer` text,
	`discount` text,
	`payment` text,
	`order_number` text,
	`first_key` text NOT NULL,
	`last_key` text NOT NULL,
	CONSTRAINT `counter_draft_state` CHECK (state IN ('open', 'ordered', 'ended')),
	CONSTRAINT `counter_draft_hold` CHECK (hold_until <= created_at + 86400000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `counter_draft_quote` ON `counter_draft` (`quote_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `counter_draft_first_key` ON `counter_draft` (`first_key`);
--> statement-breakpoint
CREATE INDEX `counter_draft_open` ON `counter_draft` (`hold_until`) WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX `counter_draft_created` ON `counter_draft` (`created_at`);
--> statement-breakpoint
-- Whatever changes a draft: what it holds is out of the stock, and what it no longer holds is back. The stock's own CHECK refuses
-- tires that are sold or held already.
CREATE TRIGGER `counter_draft_hold` AFTER UPDATE OF demand, state ON `counter_draft`
WHEN old.demand IS NOT new.demand OR old.state IS NOT new.state
BEGIN
	UPDATE `stock` SET
		qty = qty
			+ iif(old.state = 'open', coalesce((SELECT value FROM json_each(old.demand) WHERE key = stock.stock_sku), 0), 0)
			- iif(new.state = 'open', coalesce((SELECT value FROM json_each(new.demand) WHERE key = stock.stock_sku), 0), 0),
		updated_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
	WHERE manage = 1 AND stock_sku IN (SELECT key FROM json_each(old.demand) UNION SELECT key FROM json_each(new.demand));
END;
--> statement-breakpoint
-- The order of a draft takes its tires over, in the same transaction: the draft gives them back, then the order takes them.
CREATE TRIGGER `counter_draft_ordered` AFTER INSERT ON `sales_order` WHEN new.status = 'pending_payment'
BEGIN
	UPDATE `counter_draft` SET state = 'ordered', order_number = new.order_number, version = version + 1
	WHERE quote_id = new.quote_id AND state = 'open';
END;
--> statement-breakpoint
-- A payment that failed: the draft holds its tires again until its own end.
CREATE TRIGGER `counter_draft_reopened` AFTER UPDATE OF status ON `sales_order`
WHEN old.status = 'pending_payment' AND new.status = 'canceled'
BEGIN
	UPDATE `counter_draft` SET version = version + 1, state = iif(
		hold_until > new.updated_at AND NOT EXISTS (
			SELECT 1 FROM json_each(counter_draft.demand) wanted
			JOIN `stock` pool ON pool.stock_sku = wanted.key AND pool.manage = 1 WHERE pool.qty < wanted.value),
		'open', 'ended')
	WHERE quote_id = new.quote_id AND state = 'ordered' AND order_number = new.order_number;
END;
