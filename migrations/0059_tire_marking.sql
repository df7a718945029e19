-- What stands beside the size of some tires: the second of two load indexes, and XL or the letter of the load range.
ALTER TABLE `product` ADD `tire_load_dual` integer;
--> statement-breakpoint
ALTER TABLE `product` ADD `load_range` text;
--> statement-breakpoint
-- A size stands among the words as it is written and as its key: digits with the letters of its standard (LT245/75R16 as
-- lt2457516), so that a typed LT finds no passenger tire. Sizes that were there before have no letters: nothing to write anew.
DROP VIEW `product_words`;
--> statement-breakpoint
CREATE VIEW `product_words` AS SELECT
	id, visibility, name, brand, model,
	size || ' ' || replace(replace(replace(replace(replace(replace(replace(lower(coalesce(size_slug, '')),
		'-', ''), '.', ''), 'x', ''), 'z', ''), 'r', ''), 'd', ''), 'b', '') AS size,
	sku || ' ' || coalesce(part_number || ' ' || replace(part_number, '-', ''), '') AS number,
	coalesce(condition, '') || ' ' || coalesce(season, '') || iif(run_flat, ' run flat runflat', '') AS kind
FROM `product`;
