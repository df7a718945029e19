-- Coupons and settings are changed by staff (H14): each has the version that a change saw.
ALTER TABLE `coupon` ADD `version` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE `config` ADD `version` integer DEFAULT 1 NOT NULL;
