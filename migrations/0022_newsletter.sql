-- Who reads the newsletter. One mailbox is welcomed once, whatever it is called.
CREATE TABLE newsletter_subscriber (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  email text NOT NULL,
  mailbox text NOT NULL,
  status text NOT NULL CHECK (status IN ('subscribed', 'unsubscribed')),
  welcomed_at integer,
  coupon_code text,
  created_at integer NOT NULL,
  changed_at integer NOT NULL
);
CREATE UNIQUE INDEX newsletter_subscriber_email ON newsletter_subscriber (email);
CREATE UNIQUE INDEX newsletter_subscriber_mailbox ON newsletter_subscriber (mailbox) WHERE welcomed_at IS NOT NULL;
