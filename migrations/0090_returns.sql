-- Returns and claims: cases, their history, and the photos of their forms.
CREATE TABLE `return_case` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL REFERENCES `sales_order`(`id`),
	`number` integer NOT NULL,
	`once` text NOT NULL,
	`state` text NOT NULL,
	`reason` text NOT NULL,
	`lines` text NOT NULL,
	`mounted` integer NOT NULL,
	`outcome` text NOT NULL,
	`way` text NOT NULL,
	`note` text NOT NULL,
	`amount` integer NOT NULL,
	`restock` integer DEFAULT false NOT NULL,
	`label_href` text,
	`carrier` text,
	`tracking_number` text,
	`refund_key` text,
	`state_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `return_case_number` ON `return_case` (`order_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `return_case_once` ON `return_case` (`order_id`,`once`);--> statement-breakpoint
CREATE INDEX `return_case_waiting` ON `return_case` (`state`,`state_at`) WHERE state in ('approved', 'received');--> statement-breakpoint
CREATE TABLE `return_event` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL REFERENCES `sales_order`(`id`),
	`case_id` integer NOT NULL REFERENCES `return_case`(`id`),
	`kind` text NOT NULL,
	`made_by` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
-- A case is in each state once at most.
CREATE UNIQUE INDEX `return_event_kind` ON `return_event` (`case_id`,`kind`);--> statement-breakpoint
CREATE TABLE `return_photo` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL REFERENCES `sales_order`(`id`),
	`once` text NOT NULL,
	`file_key` text NOT NULL,
	`content_type` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `return_photo_key` ON `return_photo` (`file_key`);--> statement-breakpoint
CREATE INDEX `return_photo_form` ON `return_photo` (`order_id`,`once`);--> statement-breakpoint
CREATE INDEX `return_photo_created` ON `return_photo` (`created_at`);--> statement-breakpoint
-- Pieces of a line that were restocked by returns; a line is restocked whole or in pieces, never twice.
ALTER TABLE `sales_order_line` ADD `restocked_pieces` integer DEFAULT 0 NOT NULL;
