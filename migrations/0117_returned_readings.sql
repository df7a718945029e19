-- The inspection report with which a line was sold, once its tires came back and were measured again (H14).
ALTER TABLE `sales_order_line` ADD COLUMN `passport` text;
