-- Staff are rows of `staff` since the migration before; no customer account opens the back office.
DROP TABLE `staff_member`;
