-- Store credit (H14u). A balance is the sum of the rows of its account, which are never changed. Amounts in cents.
CREATE TABLE `credit_account` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	-- The email address of its owner, or the order number of a buyer who gave none. Null once the owner's data was erased.
	`holder` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_account_holder` ON `credit_account` (`holder`);
--> statement-breakpoint
CREATE TABLE `credit_entry` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`amount` integer NOT NULL,
	`kind` text NOT NULL,
	`why` text DEFAULT '' NOT NULL,
	`order_number` text,
	`made_by` text NOT NULL,
	`key` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `credit_account`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT `credit_entry_amount` CHECK (amount <> 0),
	CONSTRAINT `credit_entry_kind` CHECK (kind IN ('given', 'return', 'spent', 'released', 'refunded', 'erased'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_entry_key` ON `credit_entry` (`key`);
--> statement-breakpoint
CREATE INDEX `credit_entry_account` ON `credit_entry` (`account_id`);
--> statement-breakpoint
CREATE INDEX `credit_entry_order` ON `credit_entry` (`order_number`) WHERE order_number IS NOT NULL;
--> statement-breakpoint
-- What a person gave since a time, for the limits of their role.
CREATE INDEX `credit_entry_made` ON `credit_entry` (`made_by`, `at`);
--> statement-breakpoint
-- Whatever the code believes: nobody spends more than they have, also from two phones at once.
CREATE TRIGGER `credit_entry_covered` BEFORE INSERT ON `credit_entry`
WHEN new.amount < 0
	AND new.amount + (SELECT coalesce(sum(amount), 0) FROM `credit_entry` WHERE account_id = new.account_id) < 0
BEGIN
	SELECT RAISE(ABORT, 'credit_below_zero');
END;
--> statement-breakpoint
-- The one change that is allowed takes a reason out, which may name the buyer.
CREATE TRIGGER `credit_entry_kept` BEFORE UPDATE ON `credit_entry`
WHEN new.why <> '' OR new.id IS NOT old.id OR new.account_id IS NOT old.account_id OR new.amount IS NOT old.amount
	OR new.kind IS NOT old.kind OR new.order_number IS NOT old.order_number OR new.made_by IS NOT old.made_by
	OR new.key IS NOT old.key OR new.at IS NOT old.at
BEGIN
	SELECT RAISE(ABORT, 'credit_entry_kept');
END;
--> statement-breakpoint
CREATE TRIGGER `credit_entry_stays` BEFORE DELETE ON `credit_entry`
BEGIN
	SELECT RAISE(ABORT, 'credit_entry_stays');
END;
--> statement-breakpoint
-- An order that ends before it is paid gives its credit back, in the same transaction.
CREATE TRIGGER `credit_released` AFTER UPDATE OF status ON `sales_order`
WHEN old.status = 'pending_payment' AND new.status = 'canceled'
BEGIN
	INSERT INTO `credit_entry` (account_id, amount, kind, order_number, made_by, key, at)
	SELECT account_id, -amount, 'released', order_number, 'shop', order_number || ':released', new.updated_at
	FROM `credit_entry` WHERE order_number = new.order_number AND kind = 'spent';
END;
--> statement-breakpoint
-- Credit follows its owner to a new email address, unless the address has credit of its own.
CREATE TRIGGER `credit_account_follows` AFTER UPDATE OF email ON `customer`
WHEN new.email <> old.email AND old.email_confirmed_at IS NOT NULL
BEGIN
	UPDATE `credit_account` SET holder = new.email
	WHERE holder = old.email AND NOT EXISTS (SELECT 1 FROM `credit_account` WHERE holder = new.email);
END;
--> statement-breakpoint
-- The part of a refund that goes to an account of store credit, not back the way the order was paid.
ALTER TABLE `order_refund` ADD `credit` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `order_refund` ADD `credit_account` integer;
--> statement-breakpoint
-- The account and the most that a sale at the counter takes from it; null without store credit.
ALTER TABLE `counter_draft` ADD `credit` text;
