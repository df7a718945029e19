-- What clients of the wire search for beside the filters of listings; the day that a product came has an index already.
CREATE INDEX product_sub_condition ON product (sub_condition) WHERE visibility > 1 AND sub_condition IS NOT NULL;--> statement-breakpoint
CREATE INDEX product_part_number ON product (part_number) WHERE visibility > 1 AND part_number IS NOT NULL;
