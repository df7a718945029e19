CREATE TABLE `attribute` (
	`attribute_id` integer PRIMARY KEY NOT NULL,
	`attribute_code` text NOT NULL,
	`default_frontend_label` text NOT NULL,
	`filter_type` text NOT NULL,
	`is_comparable` integer NOT NULL,
	`is_user_defined` integer NOT NULL,
	`is_visible` integer NOT NULL,
	`is_visible_on_front` integer NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attribute_code` ON `attribute` (`attribute_code`);--> statement-breakpoint
CREATE TABLE `attribute_option` (
	`option_id` integer PRIMARY KEY NOT NULL,
	`attribute_id` integer NOT NULL,
	`value` text NOT NULL,
	`label` text NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attribute_option_value` ON `attribute_option` (`attribute_id`,`value`);--> statement-breakpoint
CREATE TABLE `smart_filter` (
	`filter_id` integer PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`name` text NOT NULL,
	`conditions` text NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `car_fitment` (
	`id` integer PRIMARY KEY NOT NULL,
	`car_id` integer NOT NULL,
	`trim` text NOT NULL,
	`trim_slug` text NOT NULL,
	`size` text NOT NULL,
	`size_slug` text NOT NULL,
	`size_rear` text,
	`size_rear_slug` text,
	`position` integer NOT NULL,
	FOREIGN KEY (`car_id`) REFERENCES `car_model`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `car_fitment_car` ON `car_fitment` (`car_id`);--> statement-breakpoint
CREATE TABLE `car_model` (
	`id` integer PRIMARY KEY NOT NULL,
	`make` text NOT NULL,
	`make_slug` text NOT NULL,
	`model` text NOT NULL,
	`model_slug` text NOT NULL,
	`generation` text NOT NULL,
	`year_from` integer NOT NULL,
	`year_to` integer NOT NULL,
	`body_type` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `car_model_generation` ON `car_model` (`make_slug`,`model_slug`,`year_from`,`generation`);--> statement-breakpoint
CREATE TABLE `category` (
	`id` integer PRIMARY KEY NOT NULL,
	`parent_id` integer NOT NULL,
	`name` text NOT NULL,
	`url_key` text NOT NULL,
	`url_path` text NOT NULL,
	`path` text NOT NULL,
	`level` integer NOT NULL,
	`position` integer NOT NULL,
	`is_active` integer NOT NULL,
	`product_count` integer NOT NULL,
	`description` text NOT NULL,
	`category_filter` text
);
--> statement-breakpoint
CREATE TABLE `product_category` (
	`category_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`category_id`, `product_id`)
);
--> statement-breakpoint
CREATE INDEX `product_category_product` ON `product_category` (`product_id`);--> statement-breakpoint
CREATE TABLE `cms_block` (
	`id` integer PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`is_active` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cms_block_identifier` ON `cms_block` (`identifier`);--> statement-breakpoint
CREATE TABLE `cms_hierarchy` (
	`id` integer PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`parent_id` integer,
	`page_id` integer,
	`label` text NOT NULL,
	`level` integer NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `cms_page` (
	`id` integer PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`title` text NOT NULL,
	`meta_description` text NOT NULL,
	`content` text NOT NULL,
	`is_active` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cms_page_identifier` ON `cms_page` (`identifier`);--> statement-breakpoint
CREATE TABLE `config` (
	`path` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `coupon` (
	`code` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`value` integer NOT NULL,
	`is_active` integer NOT NULL,
	`min_subtotal` integer NOT NULL,
	`starts_at` integer,
	`ends_at` integer,
	`usage_limit` integer,
	`per_customer_limit` integer,
	`first_order_only` integer NOT NULL,
	`times_used` integer DEFAULT 0 NOT NULL,
	`description` text NOT NULL,
	CONSTRAINT "coupon_usage" CHECK(usage_limit is null or times_used <= usage_limit),
	CONSTRAINT "coupon_used" CHECK(times_used >= 0)
);
--> statement-breakpoint
CREATE TABLE `coupon_use` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`order_id` integer NOT NULL,
	`customer_id` integer,
	`email` text NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupon_use_order` ON `coupon_use` (`order_id`,`code`);--> statement-breakpoint
CREATE INDEX `coupon_use_email` ON `coupon_use` (`code`,`email`);--> statement-breakpoint
CREATE TABLE `customer` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`firstname` text NOT NULL,
	`lastname` text NOT NULL,
	`telephone` text NOT NULL,
	`group_id` integer NOT NULL,
	`password_hash` text,
	`company_name` text,
	`company_email` text,
	`ein` text,
	`is_first_login` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customer_email` ON `customer` (`email`);--> statement-breakpoint
CREATE TABLE `customer_address` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` integer NOT NULL,
	`firstname` text NOT NULL,
	`lastname` text NOT NULL,
	`company` text,
	`vat_id` text,
	`street` text NOT NULL,
	`apartment` text NOT NULL,
	`city` text NOT NULL,
	`region_id` integer NOT NULL,
	`postcode` text NOT NULL,
	`country_id` text NOT NULL,
	`telephone` text NOT NULL,
	`default_shipping` integer NOT NULL,
	`default_billing` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `customer_address_customer` ON `customer_address` (`customer_id`);--> statement-breakpoint
CREATE TABLE `customer_group` (
	`id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`tax_class_id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `fee_rule` (
	`id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`region_id` integer NOT NULL,
	`conditions` text NOT NULL,
	`kind` text NOT NULL,
	`cents` integer,
	`percent` real,
	`cap` integer,
	`rim_from` real,
	`rim_below` real,
	`title` text NOT NULL,
	`source` text NOT NULL,
	`evidence` text NOT NULL,
	`note` text NOT NULL,
	`demo` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `fee_rule_region` ON `fee_rule` (`region_id`);--> statement-breakpoint
CREATE TABLE `landing` (
	`id` integer PRIMARY KEY NOT NULL,
	`url_path` text NOT NULL,
	`name` text NOT NULL,
	`route_id` integer NOT NULL,
	`parent_id` integer,
	`level` integer NOT NULL,
	`position` integer NOT NULL,
	`settings` text NOT NULL,
	`filters` text NOT NULL,
	`car_info` text,
	`hide_landing_page` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `landing_url_path` ON `landing` (`url_path`);--> statement-breakpoint
CREATE INDEX `landing_parent` ON `landing` (`parent_id`,`position`);--> statement-breakpoint
CREATE TABLE `landing_route` (
	`route_id` integer PRIMARY KEY NOT NULL,
	`path_alias` text NOT NULL,
	`name` text NOT NULL,
	`parameters` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `url_map` (
	`url` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`target_id` integer NOT NULL,
	`location` text
);
--> statement-breakpoint
CREATE TABLE `payment_attempt` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`provider` text NOT NULL,
	`provider_ref` text,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`detail` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `sales_order`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_attempt_ref` ON `payment_attempt` (`provider`,`provider_ref`);--> statement-breakpoint
CREATE INDEX `payment_attempt_order` ON `payment_attempt` (`order_id`);--> statement-breakpoint
CREATE INDEX `payment_attempt_status` ON `payment_attempt` (`status`,`updated_at`);--> statement-breakpoint
CREATE TABLE `sales_order` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_number` text NOT NULL,
	`quote_id` text NOT NULL,
	`status` text NOT NULL,
	`customer_id` integer,
	`email` text NOT NULL,
	`subtotal` integer NOT NULL,
	`discount` integer NOT NULL,
	`shipping` integer NOT NULL,
	`tax` integer NOT NULL,
	`fees` integer NOT NULL,
	`grand_total` integer NOT NULL,
	`currency` text NOT NULL,
	`coupon_code` text,
	`payment_method` text NOT NULL,
	`shipping_method` text,
	`addresses` text NOT NULL,
	`totals` text NOT NULL,
	`marketing` text,
	`payload_hash` text NOT NULL,
	`placed_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sales_order_number` ON `sales_order` (`order_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `sales_order_quote` ON `sales_order` (`quote_id`);--> statement-breakpoint
CREATE INDEX `sales_order_customer` ON `sales_order` (`customer_id`,`placed_at`);--> statement-breakpoint
CREATE INDEX `sales_order_email` ON `sales_order` (`email`,`placed_at`);--> statement-breakpoint
CREATE INDEX `sales_order_status` ON `sales_order` (`status`,`updated_at`);--> statement-breakpoint
CREATE TABLE `sales_order_event` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`kind` text NOT NULL,
	`detail` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `sales_order`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sales_order_event_order` ON `sales_order_event` (`order_id`);--> statement-breakpoint
CREATE TABLE `sales_order_line` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`item_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`sku` text NOT NULL,
	`parent_sku` text,
	`type_id` text NOT NULL,
	`name` text NOT NULL,
	`facts` text NOT NULL,
	`qty` integer NOT NULL,
	`setqty` integer NOT NULL,
	`stock_sku` text NOT NULL,
	`unit_price` integer NOT NULL,
	`row_total` integer NOT NULL,
	`discount` integer NOT NULL,
	`tax` integer NOT NULL,
	`tax_percent` real NOT NULL,
	`product_option` text,
	FOREIGN KEY (`order_id`) REFERENCES `sales_order`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sales_order_line_order` ON `sales_order_line` (`order_id`);--> statement-breakpoint
CREATE TABLE `webhook_event` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`provider` text NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`received_at` integer NOT NULL,
	`handled_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_event_id` ON `webhook_event` (`provider`,`event_id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`sent_at` integer,
	`next_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`next_at`) WHERE sent_at is null;--> statement-breakpoint
CREATE TABLE `bundle_link` (
	`id` integer PRIMARY KEY NOT NULL,
	`option_id` integer NOT NULL,
	`sku` text NOT NULL,
	`qty` integer NOT NULL,
	`is_default` integer NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bundle_link_option` ON `bundle_link` (`option_id`);--> statement-breakpoint
CREATE TABLE `bundle_option` (
	`option_id` integer PRIMARY KEY NOT NULL,
	`product_id` integer NOT NULL,
	`title` text NOT NULL,
	`required` integer NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bundle_option_product` ON `bundle_option` (`product_id`);--> statement-breakpoint
CREATE TABLE `custom_option` (
	`option_id` integer PRIMARY KEY NOT NULL,
	`product_id` integer NOT NULL,
	`title` text NOT NULL,
	`type` text NOT NULL,
	`is_require` integer NOT NULL,
	`option_values` text NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `custom_option_product` ON `custom_option` (`product_id`);--> statement-breakpoint
CREATE TABLE `downloadable_link` (
	`id` integer PRIMARY KEY NOT NULL,
	`product_id` integer NOT NULL,
	`title` text NOT NULL,
	`file_key` text NOT NULL,
	`number_of_downloads` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `downloadable_link_product` ON `downloadable_link` (`product_id`);--> statement-breakpoint
CREATE TABLE `product` (
	`id` integer PRIMARY KEY NOT NULL,
	`sku` text NOT NULL,
	`parent_id` integer,
	`parent_sku` text,
	`type_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`url_key` text NOT NULL,
	`url_path` text NOT NULL,
	`status` integer NOT NULL,
	`visibility` integer NOT NULL,
	`tax_class_id` integer NOT NULL,
	`price` integer NOT NULL,
	`special_price` integer,
	`special_from` integer,
	`special_to` integer,
	`final_price` integer NOT NULL,
	`price_by_tire` integer NOT NULL,
	`setqty` integer NOT NULL,
	`sets` text NOT NULL,
	`sets_offered` integer NOT NULL,
	`stock_sku` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`part_number` text,
	`price_grade` text,
	`features` text NOT NULL,
	`brand` text,
	`brand_slug` text,
	`model` text,
	`model_slug` text,
	`size` text,
	`size_slug` text,
	`section` integer,
	`aspect` real,
	`rad` text,
	`rim` real,
	`season` text,
	`season_slug` text,
	`condition` text,
	`condition_slug` text,
	`sub_condition` text,
	`tread_depth` real,
	`tread_new` real,
	`run_flat` integer,
	`tire_load` integer,
	`tire_speed` text,
	`speed_rated` integer,
	`pattern` text,
	`dot` text,
	`passport` text,
	CONSTRAINT "product_price" CHECK(price >= 0 and final_price >= 0),
	CONSTRAINT "product_setqty" CHECK(setqty in (1, 2, 4))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `product_sku` ON `product` (`sku`);--> statement-breakpoint
CREATE INDEX `product_parent` ON `product` (`parent_id`) WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX `product_size` ON `product` (`size_slug`,`created_at`) WHERE visibility > 1;--> statement-breakpoint
CREATE INDEX `product_brand` ON `product` (`brand_slug`,`created_at`) WHERE visibility > 1;--> statement-breakpoint
CREATE INDEX `product_condition` ON `product` (`condition_slug`,`created_at`) WHERE visibility > 1;--> statement-breakpoint
CREATE INDEX `product_created` ON `product` (`created_at`) WHERE visibility > 1;--> statement-breakpoint
CREATE INDEX `product_url_path` ON `product` (`url_path`) WHERE visibility > 1;--> statement-breakpoint
CREATE TABLE `product_link` (
	`product_id` integer NOT NULL,
	`link_type` text NOT NULL,
	`linked_product_sku` text NOT NULL,
	`linked_product_type` text NOT NULL,
	`qty` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`product_id`, `link_type`, `linked_product_sku`)
);
--> statement-breakpoint
CREATE TABLE `product_media` (
	`product_id` integer NOT NULL,
	`position` integer NOT NULL,
	`image` text NOT NULL,
	`label` text NOT NULL,
	PRIMARY KEY(`product_id`, `position`)
);
--> statement-breakpoint
CREATE TABLE `region` (
	`region_id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`country_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `review` (
	`id` integer PRIMARY KEY NOT NULL,
	`product_id` integer,
	`customer_id` integer,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`rating` integer NOT NULL,
	`reviewer_name` text NOT NULL,
	`reviewer_photo` text,
	`is_approved` integer NOT NULL,
	`created_on` integer NOT NULL,
	CONSTRAINT "review_rating" CHECK(rating between 1 and 5)
);
--> statement-breakpoint
CREATE INDEX `review_product` ON `review` (`product_id`,`created_on`);--> statement-breakpoint
CREATE INDEX `review_created` ON `review` (`created_on`);--> statement-breakpoint
CREATE TABLE `stock` (
	`stock_sku` text PRIMARY KEY NOT NULL,
	`qty` integer NOT NULL,
	`manage` integer NOT NULL,
	`low_mark` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "stock_not_below_zero" CHECK(qty >= 0)
);
--> statement-breakpoint
CREATE TABLE `stock_pulse` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stock_sku` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tax_class` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tax_rate` (
	`id` integer PRIMARY KEY NOT NULL,
	`rule_id` integer NOT NULL,
	`code` text NOT NULL,
	`tax_country_id` text NOT NULL,
	`tax_region_id` integer NOT NULL,
	`zip_from` text,
	`zip_to` text,
	`rate` real NOT NULL,
	`demo` integer NOT NULL,
	`source` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tax_rate_region` ON `tax_rate` (`tax_region_id`);--> statement-breakpoint
CREATE TABLE `tax_rule` (
	`id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`priority` integer NOT NULL,
	`product_tax_class_ids` text NOT NULL,
	`customer_tax_class_ids` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `zip_code` (
	`zip` text PRIMARY KEY NOT NULL,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`county` text,
	`latitude` real,
	`longitude` real
);
