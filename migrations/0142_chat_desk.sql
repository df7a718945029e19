-- Who answers a conversation, and which sizes its shopper asked for (H14m). Wanted sizes are counted as demand and name nobody.
CREATE TABLE `chat_desk` (
	`conversation_id` integer PRIMARY KEY NOT NULL,
	`assignee` integer,
	`wants` text DEFAULT '[]' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `size_want` (
	`conversation_id` integer NOT NULL,
	`size` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `size`)
);
--> statement-breakpoint
CREATE INDEX `size_want_at` ON `size_want` (`at`);
--> statement-breakpoint
CREATE TRIGGER `chat_desk_of_deleted` AFTER DELETE ON `chat_conversation`
BEGIN
	DELETE FROM `chat_desk` WHERE conversation_id = old.id;
END;
