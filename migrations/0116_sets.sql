-- Tires that are sold together as a set (H14): the set is a unit of its own, and each of its tires names it. One column
-- keeps a tire from being in two sets.
ALTER TABLE `unit` ADD COLUMN `set_id` integer REFERENCES `product`(`id`) ON DELETE SET NULL;
--> statement-breakpoint
CREATE INDEX `unit_set` ON `unit` (`set_id`) WHERE set_id IS NOT NULL;
