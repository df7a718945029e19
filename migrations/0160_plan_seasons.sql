-- Price plans of some months of each year (H14x): `{"from":10,"to":3}`; null for all of the year.
ALTER TABLE `price_plan` ADD `season` text;
