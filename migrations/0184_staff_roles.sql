-- Roles that a shop makes itself (H14a): `staff.role` has the id of one, or the name of a ready role. Amounts in cents, the discount in percent.
CREATE TABLE `staff_role` (
	-- `own-` and 12 hex digits.
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	-- A JSON list of permissions.
	`permissions` text NOT NULL,
	`refund_act` integer NOT NULL,
	`refund_day` integer NOT NULL,
	`credit_act` integer NOT NULL,
	`credit_day` integer NOT NULL,
	`bulk` integer NOT NULL,
	`discount` integer NOT NULL,
	-- Null for a deleted role, which nobody of today has. Its row stays, because the audit log names it.
	`is_active` integer,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT `staff_role_id` CHECK (id GLOB 'own-????????????')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_role_name` ON `staff_role` (lower(name), is_active);
