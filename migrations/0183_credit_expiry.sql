-- Store credit may end (H14u). The list of kinds is a CHECK, so the table is made anew. Times in milliseconds.
DROP TRIGGER `credit_released`;
--> statement-breakpoint
CREATE TABLE `credit_entry_new` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`amount` integer NOT NULL,
	`kind` text NOT NULL,
	`why` text DEFAULT '' NOT NULL,
	`order_number` text,
	`made_by` text NOT NULL,
	`key` text NOT NULL,
	`at` integer NOT NULL,
	-- The end that was promised with the entry; null for credit that never ends.
	`ends_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `credit_account`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT `credit_entry_amount` CHECK (amount <> 0),
	CONSTRAINT `credit_entry_kind` CHECK (kind IN ('given', 'return', 'spent', 'released', 'refunded', 'erased', 'ended'))
);
--> statement-breakpoint
INSERT INTO `credit_entry_new` (id, account_id, amount, kind, why, order_number, made_by, key, at)
SELECT id, account_id, amount, kind, why, order_number, made_by, key, at FROM `credit_entry`;
--> statement-breakpoint
DROP TABLE `credit_entry`;
--> statement-breakpoint
ALTER TABLE `credit_entry_new` RENAME TO `credit_entry`;
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_entry_key` ON `credit_entry` (`key`);
--> statement-breakpoint
CREATE INDEX `credit_entry_account` ON `credit_entry` (`account_id`);
--> statement-breakpoint
CREATE INDEX `credit_entry_order` ON `credit_entry` (`order_number`) WHERE order_number IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `credit_entry_made` ON `credit_entry` (`made_by`, `at`);
--> statement-breakpoint
CREATE TRIGGER `credit_entry_covered` BEFORE INSERT ON `credit_entry`
WHEN new.amount < 0
	AND new.amount + (SELECT coalesce(sum(amount), 0) FROM `credit_entry` WHERE account_id = new.account_id) < 0
BEGIN
	SELECT RAISE(ABORT, 'credit_below_zero');
END;
--> statement-breakpoint
CREATE TRIGGER `credit_entry_kept` BEFORE UPDATE ON `credit_entry`
WHEN new.why <> '' OR new.id IS NOT old.id OR new.account_id IS NOT old.account_id OR new.amount IS NOT old.amount
	OR new.kind IS NOT old.kind OR new.order_number IS NOT old.order_number OR new.made_by IS NOT old.made_by
	OR new.key IS NOT old.key OR new.at IS NOT old.at OR new.ends_at IS NOT old.ends_at
BEGIN
	SELECT RAISE(ABORT, 'credit_entry_kept');
END;
--> statement-breakpoint
CREATE TRIGGER `credit_entry_stays` BEFORE DELETE ON `credit_entry`
BEGIN
	SELECT RAISE(ABORT, 'credit_entry_stays');
END;
--> statement-breakpoint
CREATE TRIGGER `credit_released` AFTER UPDATE OF status ON `sales_order`
WHEN old.status = 'pending_payment' AND new.status = 'canceled'
BEGIN
	INSERT INTO `credit_entry` (account_id, amount, kind, order_number, made_by, key, at)
	SELECT account_id, -amount, 'released', order_number, 'shop', order_number || ':released', new.updated_at
	FROM `credit_entry` WHERE order_number = new.order_number AND kind = 'spent';
END;
--> statement-breakpoint
-- When cron looks at the account next: for the email before an end, or for the end. Null while nothing ends.
ALTER TABLE `credit_account` ADD `check_at` integer;
--> statement-breakpoint
-- The latest end of which the owner got an email.
ALTER TABLE `credit_account` ADD `noticed_until` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX `credit_account_check` ON `credit_account` (`check_at`) WHERE check_at IS NOT NULL;
--> statement-breakpoint
-- New credit, or credit that comes back, may have an end: the next run of cron finds out which.
CREATE TRIGGER `credit_entry_checked` AFTER INSERT ON `credit_entry`
WHEN new.amount > 0
BEGIN
	UPDATE `credit_account` SET check_at = min(coalesce(check_at, new.at), new.at) WHERE id = new.account_id;
END;
