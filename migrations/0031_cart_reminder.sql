-- Carts that were left behind, by the mail that reminds of them; and who wants none. An address is in small letters.
CREATE TABLE cart_reminder (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  quote_id text NOT NULL,
  step integer NOT NULL,
  email text NOT NULL,
  customer_id integer REFERENCES customer(id) ON DELETE CASCADE,
  created_at integer NOT NULL
);
CREATE UNIQUE INDEX cart_reminder_step ON cart_reminder (quote_id, step);
CREATE INDEX cart_reminder_customer ON cart_reminder (customer_id);
CREATE TABLE cart_reminder_stop (
  email text PRIMARY KEY NOT NULL,
  created_at integer NOT NULL
);
