-- Clients of the wire ask for all products of a type or a sales form; both are answered without reading the table.
CREATE INDEX `product_type` ON `product` (`type_id`) WHERE visibility > 1;--> statement-breakpoint
CREATE INDEX `product_kind` ON `product` (`kind`) WHERE visibility > 1;
