-- Words of everything that may be found (spec §5: visibility 2, 3 or 4). Contentless: 1.4 MB for 20,000 units, because the
-- texts stay in `product` only; triggers keep it, so nobody who writes products has to think of it.
CREATE VIRTUAL TABLE `product_text` USING fts5(
	name, brand, model, size, number, kind,
	content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2"
);
--> statement-breakpoint
-- What each column of `product_text` holds. A size stands in it also as its digits, a part number also without hyphens.
CREATE VIEW `product_words` AS SELECT
	id, visibility, name, brand, model,
	size || ' ' || replace(replace(replace(replace(replace(replace(replace(upper(size),
		'/', ''), '.', ''), 'X', ''), 'Z', ''), 'R', ''), 'D', ''), 'B', '') AS size,
	sku || ' ' || coalesce(part_number || ' ' || replace(part_number, '-', ''), '') AS number,
	coalesce(condition, '') || ' ' || coalesce(season, '') || iif(run_flat, ' run flat runflat', '') AS kind
FROM `product`;
--> statement-breakpoint
CREATE TRIGGER `product_text_insert` AFTER INSERT ON `product` WHEN new.visibility > 1 BEGIN
	INSERT INTO `product_text` (rowid, name, brand, model, size, number, kind)
	SELECT id, name, brand, model, size, number, kind FROM `product_words` WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `product_text_delete` AFTER DELETE ON `product` WHEN old.visibility > 1 BEGIN
	DELETE FROM `product_text` WHERE rowid = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `product_text_update`
AFTER UPDATE OF name, brand, model, size, sku, part_number, condition, season, run_flat, visibility ON `product`
WHEN old.name IS NOT new.name OR old.brand IS NOT new.brand OR old.model IS NOT new.model OR old.size IS NOT new.size
	OR old.sku IS NOT new.sku OR old.part_number IS NOT new.part_number OR old.condition IS NOT new.condition
	OR old.season IS NOT new.season OR old.run_flat IS NOT new.run_flat OR old.visibility IS NOT new.visibility
BEGIN
	DELETE FROM `product_text` WHERE rowid = old.id;
	INSERT INTO `product_text` (rowid, name, brand, model, size, number, kind)
	SELECT id, name, brand, model, size, number, kind FROM `product_words` WHERE id = new.id AND visibility > 1;
END;
--> statement-breakpoint
INSERT INTO `product_text` (rowid, name, brand, model, size, number, kind)
SELECT id, name, brand, model, size, number, kind FROM `product_words` WHERE visibility > 1;
