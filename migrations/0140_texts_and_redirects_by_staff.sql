-- Texts and redirects are changed by staff (H14l): each has the version that a change saw.
ALTER TABLE `cms_page` ADD `version` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE `cms_block` ADD `version` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE `url_map` ADD `version` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE `url_map` ADD `is_permanent` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
CREATE INDEX `url_map_redirect` ON `url_map` (`url`) WHERE type = 'redirect';
