-- Applications of dealers and what staff answered (H14). Customers who applied before wait, unless they are dealers already.
CREATE TABLE `dealer_application` (
	`customer_id` integer PRIMARY KEY NOT NULL REFERENCES `customer`(`id`) ON DELETE CASCADE,
	`state` text NOT NULL,
	`reason` text,
	`certificate_until` text,
	`applied_at` integer NOT NULL,
	`answered_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT `dealer_application_state` CHECK (state IN ('waiting', 'asked', 'approved', 'refused'))
);
--> statement-breakpoint
CREATE INDEX `dealer_application_waiting` ON `dealer_application` (`applied_at`) WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX `dealer_application_certificate` ON `dealer_application` (`certificate_until`) WHERE state = 'approved';
--> statement-breakpoint
INSERT INTO `dealer_application` (customer_id, state, applied_at)
	SELECT id, iif(group_id = 2, 'approved', 'waiting'), updated_at FROM `customer` WHERE ein IS NOT NULL;
