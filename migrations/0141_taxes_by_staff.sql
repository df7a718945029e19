-- Taxes and fees are changed and confirmed by the owner (H14l): from which day an amount holds, and the one until then.
ALTER TABLE `tax_rate` ADD `version` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE `tax_rate` ADD `from_day` text;
--> statement-breakpoint
ALTER TABLE `tax_rate` ADD `earlier_rate` real;
--> statement-breakpoint
ALTER TABLE `fee_rule` ADD `version` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE `fee_rule` ADD `from_day` text;
--> statement-breakpoint
ALTER TABLE `fee_rule` ADD `earlier_amount` real;
