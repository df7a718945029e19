-- What a car asks of its tires beside the size: the least load index and speed symbol, by axle. Null where unknown.
ALTER TABLE `car_fitment` ADD `min_load` integer;--> statement-breakpoint
ALTER TABLE `car_fitment` ADD `min_speed` text;--> statement-breakpoint
ALTER TABLE `car_fitment` ADD `min_load_rear` integer;--> statement-breakpoint
ALTER TABLE `car_fitment` ADD `min_speed_rear` text;
