-- Local tax rates that `npm run import -- --tax` loads: staged first, then put in place in one transaction; the replaced
-- rates are stored until the next import, so that the last one can be undone.
CREATE TABLE `tax_import` (
	`id` text PRIMARY KEY NOT NULL,
	`file` text NOT NULL,
	`imported_at` text NOT NULL,
	`region_ids` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tax_import_rate` (
	`import_id` text NOT NULL,
	`kind` text NOT NULL,
	`rule_id` integer NOT NULL,
	`code` text NOT NULL,
	`tax_region_id` integer NOT NULL,
	`zip_from` text NOT NULL,
	`zip_to` text NOT NULL,
	`rate` real NOT NULL,
	`demo` integer NOT NULL,
	`source` text NOT NULL,
	PRIMARY KEY(`import_id`, `kind`, `rule_id`, `tax_region_id`, `zip_from`, `zip_to`, `code`)
);
