-- When the mail that asks whether a reader really leaves was last written.
ALTER TABLE `newsletter_subscriber` ADD `stop_asked_at` integer;
