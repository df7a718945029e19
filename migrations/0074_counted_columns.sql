-- What clients of the wire count with each list beside its filters: prices over a whole catalog.
CREATE INDEX product_final_price ON product (final_price) WHERE visibility > 1;
