-- The numbers of a size stand among the words each alone, so that a typed 17 finds wheels of 17 inches and not widths of 175.
DROP VIEW `product_words`;
--> statement-breakpoint
CREATE VIEW `product_words` AS SELECT
	id, visibility, name, brand, model,
	size || ' ' || replace(replace(replace(replace(replace(replace(replace(lower(coalesce(size_slug, '')),
		'-', ''), '.', ''), 'x', ''), 'z', ''), 'r', ''), 'd', ''), 'b', '')
		|| printf(' %g %g %g', section, aspect, rim) AS size,
	sku || ' ' || coalesce(part_number || ' ' || replace(part_number, '-', ''), '') AS number,
	coalesce(condition, '') || ' ' || coalesce(season, '') || iif(run_flat, ' run flat runflat', '') AS kind
FROM `product`;
--> statement-breakpoint
INSERT INTO `product_text` (`product_text`) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO `product_text` (rowid, name, brand, model, size, number, kind)
SELECT id, name, brand, model, size, number, kind FROM `product_words` WHERE visibility > 1;
