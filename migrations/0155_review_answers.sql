-- Reviews: the shop's public answer, and a flag for a second look, which hides nothing.
ALTER TABLE `review` ADD COLUMN `answer` text;--> statement-breakpoint
ALTER TABLE `review` ADD COLUMN `flagged_on` integer;--> statement-breakpoint
ALTER TABLE `review` ADD COLUMN `checked_on` integer;--> statement-breakpoint
CREATE INDEX `review_flagged` ON `review` (`flagged_on`) WHERE flagged_on is not null and is_approved = 1;
