-- Changes of many units at once (H14): what is changed, and its units in parts, so that a run that was killed goes on where it was.
CREATE TABLE `bulk_job` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`state` text NOT NULL,
	`source` text NOT NULL,
	`staff_id` integer,
	`session` text,
	`act` text NOT NULL,
	`filter` text DEFAULT '' NOT NULL,
	`why` text,
	`units` integer DEFAULT 0 NOT NULL,
	`parts` integer DEFAULT 0 NOT NULL,
	`next_part` integer DEFAULT 0 NOT NULL,
	`changed` integer DEFAULT 0 NOT NULL,
	`summary` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`undoes` integer REFERENCES `bulk_job`(`id`),
	`plan_id` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bulk_job_key` ON `bulk_job` (`key`);
--> statement-breakpoint
CREATE INDEX `bulk_job_running` ON `bulk_job` (`updated_at`) WHERE state = 'running';
--> statement-breakpoint
CREATE INDEX `bulk_job_preview` ON `bulk_job` (`created_at`) WHERE state = 'preview';
--> statement-breakpoint
CREATE INDEX `bulk_job_undoes` ON `bulk_job` (`undoes`) WHERE undoes IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `bulk_job_plan` ON `bulk_job` (`plan_id`) WHERE plan_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `bulk_part` (
	`job_id` integer NOT NULL REFERENCES `bulk_job`(`id`) ON DELETE CASCADE,
	`n` integer NOT NULL,
	`entries` text NOT NULL,
	`skipped` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`job_id`, `n`)
);
