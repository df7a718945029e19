-- What each tire of the last receipt cost, in cents; `cost` is the average of the tires that are there (H14h).
ALTER TABLE `unit` ADD COLUMN `last_cost` integer;
