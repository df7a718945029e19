-- Tires whose money was given back with restock leave the pick run, unless they are picked: those are put back first (H14i). Triggers,
-- because lines are restocked by orders, returns and edits.
CREATE TRIGGER `pick_item_restocked` AFTER UPDATE OF `restocked_at` ON `sales_order_line`
WHEN new.restocked_at IS NOT NULL AND old.restocked_at IS NULL
BEGIN
	DELETE FROM `pick_item` WHERE order_id = new.order_id AND state <> 'picked' AND NOT EXISTS (
		SELECT 1 FROM `sales_order_line` l, json_each(iif(json_array_length(l.parts) = 0, json_array(json_object('stockSku', l.stock_sku)), l.parts)) p
		WHERE l.order_id = new.order_id AND l.restocked_at IS NULL AND p.value ->> '$.stockSku' = pick_item.sku);
	-- Another line of the order may need tires of the same pool.
	UPDATE `pick_item` SET version = version + 1, tires = (
		SELECT sum(l.qty * coalesce(p.value ->> '$.qty', 1) * coalesce(p.value ->> '$.setqty', l.setqty))
		FROM `sales_order_line` l, json_each(iif(json_array_length(l.parts) = 0, json_array(json_object('stockSku', l.stock_sku)), l.parts)) p
		WHERE l.order_id = new.order_id AND l.restocked_at IS NULL AND p.value ->> '$.stockSku' = pick_item.sku)
	WHERE order_id = new.order_id AND state <> 'picked' AND tires > (
		SELECT sum(l.qty * coalesce(p.value ->> '$.qty', 1) * coalesce(p.value ->> '$.setqty', l.setqty))
		FROM `sales_order_line` l, json_each(iif(json_array_length(l.parts) = 0, json_array(json_object('stockSku', l.stock_sku)), l.parts)) p
		WHERE l.order_id = new.order_id AND l.restocked_at IS NULL AND p.value ->> '$.stockSku' = pick_item.sku);
END;
--> statement-breakpoint
-- A picked tire that the order no longer needs leaves the run when it is put back.
CREATE TRIGGER `pick_item_put_back` AFTER UPDATE OF `state` ON `pick_item`
WHEN old.state = 'picked' AND new.state = 'open' AND NOT EXISTS (
	SELECT 1 FROM `sales_order_line` l, json_each(iif(json_array_length(l.parts) = 0, json_array(json_object('stockSku', l.stock_sku)), l.parts)) p
	WHERE l.order_id = new.order_id AND l.restocked_at IS NULL AND p.value ->> '$.stockSku' = new.sku)
BEGIN
	DELETE FROM `pick_item` WHERE id = new.id;
END;
