-- Answers to reviews are in the audit log (H14q); with the customer's review goes the text of its answer, which may name them.
DROP TRIGGER `audit_log_unchanged`;
--> statement-breakpoint
CREATE TRIGGER `audit_log_unchanged` BEFORE UPDATE ON `audit_log`
WHEN new."before" IS NOT '{}' OR new."after" IS NOT '{}' OR new.why IS NOT old.why OR new.id IS NOT old.id OR new.at IS NOT old.at
	OR new.staff_id IS NOT old.staff_id OR new.session IS NOT old.session OR new.source IS NOT old.source OR new.kind IS NOT old.kind
	OR new.record IS NOT old.record OR new.record_id IS NOT old.record_id OR new.version IS NOT old.version OR new.key IS NOT old.key
	OR new.batch IS NOT old.batch OR new.undoes IS NOT old.undoes
	OR old.record NOT IN ('parcel', 'shipment', 'review')
BEGIN
	SELECT RAISE(ABORT, 'audit_log_unchanged');
END;
