-- Recovery codes open the way to a new passkey once; the id is a hash. A shared phone is enrolled by a manager; people sign in on it by PIN.
CREATE TABLE `staff_recovery_code` (
	`id` text PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL REFERENCES `staff`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX `staff_recovery_code_staff` ON `staff_recovery_code` (`staff_id`);
--> statement-breakpoint
CREATE TABLE `staff_phone` (
	`id` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL,
	`enrolled_by` integer NOT NULL REFERENCES `staff`(`id`),
	`created_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `staff` ADD `pin_hash` text;
--> statement-breakpoint
ALTER TABLE `staff` ADD `pin_failures` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `staff_session` ADD `phone_id` text REFERENCES `staff_phone`(`id`) ON DELETE CASCADE;
