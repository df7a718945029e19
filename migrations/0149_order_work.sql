-- Tags of orders, who looks after one, and notes that name a person (H14o).
CREATE TABLE `order_tag` (
	`order_id` integer NOT NULL REFERENCES `sales_order`(`id`),
	`tag` text NOT NULL,
	PRIMARY KEY (`order_id`, `tag`)
);
--> statement-breakpoint
CREATE INDEX `order_tag_tag` ON `order_tag` (`tag`, `order_id`);
--> statement-breakpoint
CREATE TABLE `order_assignee` (
	`order_id` integer PRIMARY KEY NOT NULL REFERENCES `sales_order`(`id`),
	`staff_id` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `order_assignee_staff` ON `order_assignee` (`staff_id`);
--> statement-breakpoint
-- `note_id` is no reference: a note goes with the buyer's data.
CREATE TABLE `order_mention` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`note_id` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE INDEX `order_mention_open` ON `order_mention` (`staff_id`) WHERE done_at IS NULL;
--> statement-breakpoint
-- Lines of several parts, which the search of orders reads for each of their pools.
CREATE INDEX `sales_order_line_parts` ON `sales_order_line` (`order_id`, `parts`) WHERE json_array_length(parts) > 1;
