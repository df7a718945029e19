-- What shoppers ask for, by day (H14s): sizes of lists that they opened, and questions without a result. Nobody is named.
CREATE TABLE `size_demand` (
	`day` text NOT NULL,
	`size` text NOT NULL,
	`asked` integer NOT NULL,
	`missed` integer NOT NULL,
	PRIMARY KEY(`day`, `size`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `search_miss` (
	`day` text NOT NULL,
	`words` text NOT NULL,
	`filters` text NOT NULL,
	`typed` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `words`, `filters`, `typed`)
) WITHOUT ROWID;
