-- The start page of the back office counts what waits and what was sold today; no count may grow with the shop (H14).
CREATE INDEX `sales_order_placed` ON `sales_order` (`placed_at`);
--> statement-breakpoint
CREATE INDEX `chat_conversation_unread` ON `chat_conversation` (`last_at`) WHERE unread > 0;
--> statement-breakpoint
CREATE INDEX `review_pending` ON `review` (`created_on`) WHERE is_approved = 0 AND refused_on IS NULL;
--> statement-breakpoint
CREATE INDEX `return_case_open` ON `return_case` (`state_at`) WHERE state IN ('requested', 'received');
--> statement-breakpoint
CREATE INDEX `order_refund_open` ON `order_refund` (`created_at`) WHERE status IN ('pending', 'stuck');
