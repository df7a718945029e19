-- Reviews belong to the model of a tire: the columns say for which model, size and condition a review was written, and stay when
-- the unit is sold. A product without a model, such as a mounting kit, keeps its reviews by `product_id`.
ALTER TABLE `review` ADD `brand_slug` text;--> statement-breakpoint
ALTER TABLE `review` ADD `model_slug` text;--> statement-breakpoint
ALTER TABLE `review` ADD `size` text;--> statement-breakpoint
ALTER TABLE `review` ADD `condition` text;--> statement-breakpoint
ALTER TABLE `review` ADD `wet` integer CHECK (wet between 1 and 5);--> statement-breakpoint
ALTER TABLE `review` ADD `dry` integer CHECK (dry between 1 and 5);--> statement-breakpoint
ALTER TABLE `review` ADD `snow` integer CHECK (snow between 1 and 5);--> statement-breakpoint
ALTER TABLE `review` ADD `noise` integer CHECK (noise between 1 and 5);--> statement-breakpoint
ALTER TABLE `review` ADD `wear` integer CHECK (wear between 1 and 5);--> statement-breakpoint
ALTER TABLE `review` ADD `is_verified` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `review` ADD `order_number` text;--> statement-breakpoint
ALTER TABLE `review` ADD `helpful` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `review` ADD `refused_on` integer;--> statement-breakpoint
UPDATE `review` SET (brand_slug, model_slug, size, condition) =
	(SELECT p.brand_slug, p.model_slug, p.size, p.condition FROM `product` p WHERE p.id = review.product_id)
	WHERE product_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `review_model` ON `review` (`brand_slug`,`model_slug`,`created_on`);--> statement-breakpoint
-- One review per product of an order, whichever of the stars in its mail were pressed.
CREATE UNIQUE INDEX `review_order` ON `review` (`order_number`,`product_id`) WHERE order_number is not null;--> statement-breakpoint
CREATE INDEX `review_customer` ON `review` (`customer_id`);--> statement-breakpoint
-- The sum of the approved reviews of each model, which cards and the index join by key.
CREATE TABLE `model_rating` (
	`brand_slug` text NOT NULL,
	`model_slug` text NOT NULL,
	`reviews` integer NOT NULL,
	`stars` integer NOT NULL,
	PRIMARY KEY(`brand_slug`, `model_slug`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `model_rating` SELECT brand_slug, model_slug, count(*), sum(rating) FROM `review`
	WHERE is_approved = 1 AND brand_slug IS NOT NULL AND model_slug IS NOT NULL GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER `review_insert_rated` AFTER INSERT ON `review`
WHEN new.is_approved = 1 AND new.brand_slug IS NOT NULL AND new.model_slug IS NOT NULL BEGIN
	INSERT INTO `model_rating` VALUES (new.brand_slug, new.model_slug, 1, new.rating)
	ON CONFLICT DO UPDATE SET reviews = reviews + 1, stars = stars + excluded.stars;
END;
--> statement-breakpoint
-- Every writer of reviews names only the product; a sold unit is deleted some day, its model stays with the review.
CREATE TRIGGER `review_model_added` AFTER INSERT ON `review` WHEN new.product_id IS NOT NULL AND new.model_slug IS NULL BEGIN
	UPDATE `review` SET (brand_slug, model_slug, size, condition) =
		(SELECT p.brand_slug, p.model_slug, p.size, p.condition FROM `product` p WHERE p.id = new.product_id)
	WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `review_delete_rated` AFTER DELETE ON `review` BEGIN
	UPDATE `model_rating` SET reviews = reviews - 1, stars = stars - old.rating
	WHERE old.is_approved = 1 AND brand_slug = old.brand_slug AND model_slug = old.model_slug;
	DELETE FROM `model_rating` WHERE brand_slug = old.brand_slug AND model_slug = old.model_slug AND reviews = 0;
	DELETE FROM `review_vote` WHERE review_id = old.id;
	DELETE FROM `review_photo` WHERE review_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `review_update_rated` AFTER UPDATE OF is_approved, rating, brand_slug, model_slug ON `review` BEGIN
	UPDATE `model_rating` SET reviews = reviews - 1, stars = stars - old.rating
	WHERE old.is_approved = 1 AND brand_slug = old.brand_slug AND model_slug = old.model_slug;
	INSERT INTO `model_rating` SELECT new.brand_slug, new.model_slug, 1, new.rating
	WHERE new.is_approved = 1 AND new.brand_slug IS NOT NULL AND new.model_slug IS NOT NULL
	ON CONFLICT DO UPDATE SET reviews = reviews + 1, stars = stars + excluded.stars;
	DELETE FROM `model_rating` WHERE brand_slug = old.brand_slug AND model_slug = old.model_slug AND reviews = 0;
END;
--> statement-breakpoint
-- One vote per shopper and review; the trigger counts only the rows that were written.
CREATE TABLE `review_vote` (
	`review_id` integer NOT NULL,
	`voter` text NOT NULL,
	`created_at` integer NOT NULL,
	`network_day` text,
	PRIMARY KEY(`review_id`, `voter`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `review_vote_network` ON `review_vote` (`review_id`,`network_day`);--> statement-breakpoint
CREATE TRIGGER `review_voted` AFTER INSERT ON `review_vote` BEGIN
	UPDATE `review` SET helpful = helpful + 1 WHERE id = new.review_id;
END;
--> statement-breakpoint
CREATE TABLE `review_photo` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`review_id` integer NOT NULL,
	`file_key` text NOT NULL,
	`content_type` text NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
CREATE INDEX `review_photo_review` ON `review_photo` (`review_id`);--> statement-breakpoint
-- Questions of shoppers about a model, or about a product without one; shown with the shop's answer.
CREATE TABLE `product_question` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`brand_slug` text,
	`model_slug` text,
	`asker_name` text NOT NULL,
	`customer_id` integer,
	`question` text NOT NULL,
	`answer` text,
	`asked_at` integer NOT NULL,
	`answered_at` integer,
	`refused_at` integer,
	`demo` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `product_question_product` ON `product_question` (`product_id`);--> statement-breakpoint
CREATE INDEX `product_question_model` ON `product_question` (`brand_slug`,`model_slug`,`answered_at`);--> statement-breakpoint
CREATE INDEX `product_question_waiting` ON `product_question` (`asked_at`) WHERE answered_at is null and refused_at is null;--> statement-breakpoint
-- The request for reviews of an order is written once; its mail carries only the row's order number.
CREATE TABLE `review_request` (
	`order_number` text PRIMARY KEY NOT NULL,
	`requested_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `review_request_stop` (
	`email` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sales_order_event_delivered` ON `sales_order_event` (`at`) WHERE kind = 'delivered';
