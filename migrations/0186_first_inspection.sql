-- Who measured a tire again when it came back: that is its first inspection then. NULL: who took it in (H14d).
ALTER TABLE `unit` ADD `first_by` integer;
