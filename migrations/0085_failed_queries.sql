-- A minute that stored only its journey does not know about the catalog; and queries of the data points may fail.
CREATE TABLE `cron_minute_new` (
	`minute` integer PRIMARY KEY NOT NULL,
	`is_catalog_behind` integer,
	`journey` text,
	`failed_queries` text
);
--> statement-breakpoint
INSERT INTO `cron_minute_new` (`minute`, `is_catalog_behind`, `journey`)
SELECT `minute`, `is_catalog_behind`, `journey` FROM `cron_minute`;
--> statement-breakpoint
DROP TABLE `cron_minute`;
--> statement-breakpoint
ALTER TABLE `cron_minute_new` RENAME TO `cron_minute`;
--> statement-breakpoint
-- The route that an incident is about, where its rule compares routes.
ALTER TABLE `alert_incident` ADD COLUMN `route` text;
