-- The last measurement of each alert rule that needs data points, for /staff/health/.
CREATE TABLE `alert_measurement` (
	`rule` text PRIMARY KEY NOT NULL,
	`value` real NOT NULL,
	`samples` integer NOT NULL,
	`route` text,
	`measured_at` integer NOT NULL
) WITHOUT ROWID;
