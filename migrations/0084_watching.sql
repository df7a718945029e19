-- Outcomes of calls to payment providers by minute, for alerts and /staff/health/; deleted after two days.
CREATE TABLE `payment_call` (
	`minute` integer NOT NULL,
	`provider` text NOT NULL,
	`step` text NOT NULL,
	`outcome` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`minute`, `provider`, `step`, `outcome`)
) WITHOUT ROWID;
--> statement-breakpoint
-- The runs of cron, each with what it found; deleted after two days.
CREATE TABLE `cron_minute` (
	`minute` integer PRIMARY KEY NOT NULL,
	`is_catalog_behind` integer NOT NULL,
	`journey` text
);
--> statement-breakpoint
-- A rule that fired, until it was quiet for a while.
CREATE TABLE `alert_incident` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rule` text NOT NULL,
	`value` real NOT NULL,
	`opened_at` integer NOT NULL,
	`fired_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alert_incident_open` ON `alert_incident` (`rule`) WHERE ended_at IS NULL;
