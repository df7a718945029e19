-- Attributes that a product is described by and no rule needs, as JSON by code (schema/catalog/product/extra-attributes.ts).
ALTER TABLE product ADD COLUMN extra text NOT NULL DEFAULT '{}';
