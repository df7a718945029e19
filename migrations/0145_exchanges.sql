-- Exchanges at the counter (H14r): the return whose value pays a part of the sale. A return is in one open sale at most.
ALTER TABLE `counter_draft` ADD `exchange` text;
--> statement-breakpoint
CREATE UNIQUE INDEX `counter_draft_exchange` ON `counter_draft` (`exchange`) WHERE state IN ('open', 'ordered') AND exchange IS NOT NULL;
