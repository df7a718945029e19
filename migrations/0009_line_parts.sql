-- A line takes from as many pools as it has parts; until now it named its one pool itself. `stock_sku` stays for the
-- release before this one and goes with the next.
ALTER TABLE sales_order_line ADD COLUMN parts text NOT NULL DEFAULT '[]';
--> statement-breakpoint
ALTER TABLE sales_order_line ADD COLUMN choices text NOT NULL DEFAULT '[]';
--> statement-breakpoint
UPDATE sales_order_line SET parts = json_array(json_object(
  'sku', sku, 'qty', 1, 'setqty', setqty, 'unitPrice', unit_price, 'stockSku', stock_sku,
  'taxClassId', coalesce((SELECT p.tax_class_id FROM product p WHERE p.id = product_id), 2),
  'tire', (SELECT json_object('condition', p.condition, 'rim', p.rim) FROM product p
    WHERE p.id = product_id AND p.size IS NOT NULL AND p.condition IS NOT NULL)));
--> statement-breakpoint
-- What an order gives its buyer to download, as it was sold; `used` is raised by each download.
CREATE TABLE order_download (
  order_id integer NOT NULL REFERENCES sales_order(id),
  link_id integer NOT NULL,
  title text NOT NULL,
  file_key text NOT NULL,
  allowed integer NOT NULL,
  used integer NOT NULL DEFAULT 0,
  PRIMARY KEY (order_id, link_id)
);
