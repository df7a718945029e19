-- Who an order is counted for, under names that can be compared and not read. An order beyond a limit is refused by the constraint, so
-- that orders at one moment are counted one after the other.
CREATE TABLE order_actor (
  order_id integer NOT NULL REFERENCES sales_order(id) ON DELETE CASCADE,
  actor text NOT NULL,
  placed_at integer NOT NULL,
  tires integer NOT NULL,
  excess integer NOT NULL DEFAULT 0 CONSTRAINT order_limit CHECK (excess = 0),
  PRIMARY KEY (order_id, actor)
);
CREATE INDEX order_actor_recent ON order_actor (actor, placed_at);
CREATE INDEX order_actor_placed ON order_actor (placed_at);
