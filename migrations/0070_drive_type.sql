-- Which wheels a car drives; null where its trims differ or nobody has said.
ALTER TABLE car_model ADD COLUMN drive_type TEXT;--> statement-breakpoint
-- Rows that nobody changed must go on following the release: what was written then had no such column.
UPDATE base_row SET written = substr(written, 1, length(written) - 1) || ',null]'
WHERE table_name = 'car_model' AND written LIKE '[%';
