-- When the mailbox of an account said that it is its owner's; null until then.
ALTER TABLE `customer` ADD `email_confirmed_at` integer;--> statement-breakpoint
-- Google and Facebook have seen a mail arrive there.
UPDATE `customer` SET `email_confirmed_at` = `created_at`
	WHERE EXISTS (SELECT 1 FROM `customer_identity` AS i WHERE i.`customer_id` = `customer`.`id` AND i.`email` = `customer`.`email`);--> statement-breakpoint
-- An address that an account wants, or was registered with, until the link in the mail to it is used.
CREATE TABLE `email_confirmation` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_confirmation_customer` ON `email_confirmation` (`customer_id`);
