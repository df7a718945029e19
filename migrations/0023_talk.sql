-- What staff see of the chats. Each row is written by the conversation's own object, which holds the messages.
CREATE TABLE `chat_conversation` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`room` text NOT NULL,
	`started_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`last_author` text NOT NULL,
	`last_text` text NOT NULL,
	`unread` integer NOT NULL,
	`email` text,
	`closed_at` integer,
	CONSTRAINT "chat_conversation_author" CHECK(last_author in ('shopper', 'staff'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_conversation_room` ON `chat_conversation` (`room`);--> statement-breakpoint
CREATE INDEX `chat_conversation_last` ON `chat_conversation` (`last_at`);--> statement-breakpoint
-- How often a thing happened in the shop on a day. Nobody is in it.
CREATE TABLE `event_count` (
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`sku` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `kind`, `sku`)
);
