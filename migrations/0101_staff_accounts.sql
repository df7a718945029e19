-- Staff have accounts of their own, apart from customers: passkeys instead of passwords, a role, and sessions that end soon.
CREATE TABLE `staff` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_email` ON `staff` (`email`);
--> statement-breakpoint
-- A link that lets its owner add a passkey; the id is a hash of the link's token.
CREATE TABLE `staff_invitation` (
	`id` text PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL REFERENCES `staff`(`id`) ON DELETE CASCADE,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_invitation_staff` ON `staff_invitation` (`staff_id`);
--> statement-breakpoint
CREATE TABLE `staff_passkey` (
	`id` text PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL REFERENCES `staff`(`id`) ON DELETE CASCADE,
	`public_key` blob NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`label` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `staff_passkey_staff` ON `staff_passkey` (`staff_id`);
--> statement-breakpoint
CREATE TABLE `staff_session` (
	`id` text PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL REFERENCES `staff`(`id`) ON DELETE CASCADE,
	`device` text NOT NULL,
	`place` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`verified_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staff_session_staff` ON `staff_session` (`staff_id`);
--> statement-breakpoint
CREATE INDEX `staff_session_expires` ON `staff_session` (`expires_at`);
--> statement-breakpoint
-- A challenge that a passkey signs; it is used once.
CREATE TABLE `staff_challenge` (
	`id` text PRIMARY KEY NOT NULL,
	`staff_id` integer REFERENCES `staff`(`id`) ON DELETE CASCADE,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staff_challenge_expires` ON `staff_challenge` (`expires_at`);
--> statement-breakpoint
-- The history of orders names staff by the ids of their former customer accounts, so these ids stay and are never given again.
INSERT INTO `staff` (`id`, `name`, `email`, `role`, `created_at`)
SELECT c.`id`, trim(c.`firstname` || ' ' || c.`lastname`), c.`email`, 'owner', m.`created_at`
FROM `staff_member` m JOIN `customer` c ON c.`id` = m.`customer_id`;
--> statement-breakpoint
INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT 'staff', 0 WHERE NOT EXISTS (SELECT 1 FROM `sqlite_sequence` WHERE `name` = 'staff');
--> statement-breakpoint
UPDATE `sqlite_sequence` SET `seq` = max(`seq`, (SELECT coalesce(max(`id`), 0) FROM `customer`)) WHERE `name` = 'staff';
