-- Units, lots and bins of the yard, and the audit log of every change that staff make (H14).
CREATE TABLE `lot` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`kind` text NOT NULL,
	`paid` integer,
	`count` integer,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT `lot_numbers` CHECK (coalesce(paid, 0) >= 0 AND coalesce(count, 1) > 0)
);
--> statement-breakpoint
CREATE TABLE `bin` (
	`code` text PRIMARY KEY NOT NULL,
	`walk` integer DEFAULT 0 NOT NULL,
	`capacity` integer,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `unit` (
	`product_id` integer PRIMARY KEY NOT NULL REFERENCES `product`(`id`) ON DELETE CASCADE,
	`state` text DEFAULT 'live' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`bin` text REFERENCES `bin`(`code`),
	`lot_id` integer REFERENCES `lot`(`id`),
	`cost` integer,
	`tin` text,
	`findings` text DEFAULT '[]' NOT NULL,
	`taken_by` integer,
	`taken_at` integer,
	`second_by` integer,
	`second_at` integer,
	`photo_hash` text,
	`suggested` integer,
	`price_why` text
);
--> statement-breakpoint
CREATE INDEX `unit_bin` ON `unit` (`bin`) WHERE bin IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `unit_lot` ON `unit` (`lot_id`) WHERE lot_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `unit_state` ON `unit` (`state`) WHERE state <> 'live';
--> statement-breakpoint
CREATE INDEX `unit_tin` ON `unit` (`tin`) WHERE tin IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `unit_taken` ON `unit` (`taken_at`) WHERE taken_at IS NOT NULL;
--> statement-breakpoint
-- Every tire with a stock of its own is a unit, whoever adds it: intake, import or demo data.
INSERT INTO `unit` (`product_id`) SELECT `id` FROM `product` WHERE `brand` IS NOT NULL AND `parent_id` IS NULL;
--> statement-breakpoint
CREATE TRIGGER `product_unit_insert` AFTER INSERT ON `product` WHEN new.brand IS NOT NULL AND new.parent_id IS NULL BEGIN
	INSERT OR IGNORE INTO `unit` (`product_id`) VALUES (new.id);
END;
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`staff_id` integer,
	`session` text,
	`source` text NOT NULL,
	`kind` text NOT NULL,
	`record` text NOT NULL,
	`record_id` text NOT NULL,
	`version` integer NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`why` text,
	`key` text NOT NULL,
	`batch` text,
	`undoes` integer REFERENCES `audit_log`(`id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_log_key` ON `audit_log` (`key`);
--> statement-breakpoint
CREATE INDEX `audit_log_record` ON `audit_log` (`record`, `record_id`, `version`);
--> statement-breakpoint
CREATE INDEX `audit_log_staff` ON `audit_log` (`staff_id`, `at`);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);
--> statement-breakpoint
CREATE INDEX `audit_log_kind` ON `audit_log` (`kind`, `at`);
--> statement-breakpoint
CREATE INDEX `audit_log_batch` ON `audit_log` (`batch`) WHERE batch IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_log_undoes` ON `audit_log` (`undoes`) WHERE undoes IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `audit_log_unchanged` BEFORE UPDATE ON `audit_log` BEGIN
	SELECT RAISE(ABORT, 'audit_log_unchanged');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_log_stays` BEFORE DELETE ON `audit_log` BEGIN
	SELECT RAISE(ABORT, 'audit_log_stays');
END;
