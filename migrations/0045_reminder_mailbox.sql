-- One mailbox is reminded of one cart at a time, however its address is spelled.
ALTER TABLE cart_reminder ADD COLUMN mailbox text;
CREATE INDEX cart_reminder_mailbox ON cart_reminder (mailbox, created_at);
