-- What was sent within the last minute says how fast the mail service takes mails.
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE sent_at IS NOT NULL;
