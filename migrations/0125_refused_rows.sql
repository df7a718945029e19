-- Rows of an imported file that were refused, with the reason, as the CSV file that staff download (H14).
CREATE TABLE `bulk_refused` (
	`job_id` integer NOT NULL REFERENCES `bulk_job`(`id`) ON DELETE CASCADE,
	`n` integer NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`job_id`, `n`)
);
