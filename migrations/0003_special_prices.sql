-- The sweep that re-prices specials as they begin and end looks at nothing else.
CREATE INDEX `product_special` ON `product` (`special_to`) WHERE special_price is not null;
