-- A mail in the morning with what waits, for staff who want it (H14j).
ALTER TABLE `staff` ADD `morning_mail` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- The day of the last one in Chicago, such as 2026-11-27.
ALTER TABLE `staff` ADD `morning_mailed_on` text DEFAULT '' NOT NULL;
