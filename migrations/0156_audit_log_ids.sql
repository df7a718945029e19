-- The audit log is searched by an id as a person types it, in small or capital letters.
CREATE INDEX `audit_log_typed_id` ON `audit_log` (`record_id` COLLATE NOCASE, `id`);
