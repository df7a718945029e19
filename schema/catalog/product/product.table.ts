/** The catalog: products and their parts. Filterable attributes are columns of their own. */
import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { ExtraValues } from '../attributes/extra-attributes.ts'
import {
  CONDITIONS,
  type InspectionReport,
  PATTERN_NAMES,
  PRODUCT_KINDS,
  PRODUCT_TYPES,
  SEASONS,
  SETS,
  SUB_CONDITIONS,
  type Visibility,
} from './product.ts'
import type { CustomOptionValue } from './product-parts.ts'

export const product = sqliteTable(
  'product',
  {
    id: integer('id').primaryKey(),
    sku: text('sku').notNull(),
    /** Both are set for a variant of a configurable product, otherwise both are null. */
    parentId: integer('parent_id'),
    parentSku: text('parent_sku'),
    type: text('type_id', { enum: PRODUCT_TYPES }).notNull(),
    kind: text('kind', { enum: PRODUCT_KINDS }).notNull(),
    name: text('name').notNull(),
    urlKey: text('url_key').notNull(),
    urlPath: text('url_path').notNull(),
    status: integer('status').notNull(),
    visibility: integer('visibility').$type<Visibility>().notNull(),
    taxClassId: integer('tax_class_id').notNull(),
    price: integer('price').notNull(),
    specialPrice: integer('special_price'),
    specialFrom: integer('special_from'),
    specialTo: integer('special_to'),
    /**
     * Results of `finalPrice` and `priceByTire` (schema/catalog/price/price.ts) when the row's prices were last
     * computed.
     */
    finalPrice: integer('final_price').notNull(),
    priceByTire: integer('price_by_tire').notNull(),
    setqty: integer('setqty').notNull(),
    sets: text('sets', { enum: SETS }).notNull(),
    /** Sets in which the unit is sold, as a sum: 1 single, 2 pairs, 4 set of four. */
    setsOffered: integer('sets_offered').notNull(),
    stockSku: text('stock_sku').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    partNumber: text('part_number'),
    priceGrade: text('price_grade'),
    features: text('features', { mode: 'json' }).$type<string[]>().notNull(),
    extra: text('extra', { mode: 'json' }).$type<ExtraValues>().notNull().default({}),

    // Tire attributes; all null for other products.
    brand: text('brand'),
    brandSlug: text('brand_slug'),
    model: text('model'),
    modelSlug: text('model_slug'),
    size: text('size'),
    sizeSlug: text('size_slug'),
    section: integer('section'),
    aspect: real('aspect'),
    construction: text('rad'),
    rim: real('rim'),
    season: text('season', { enum: SEASONS }),
    seasonSlug: text('season_slug'),
    condition: text('condition', { enum: CONDITIONS }),
    conditionSlug: text('condition_slug'),
    subCondition: text('sub_condition', { enum: SUB_CONDITIONS }),
    treadDepth: real('tread_depth'),
    treadNew: real('tread_new'),
    runFlat: integer('run_flat', { mode: 'boolean' }),
    tireLoad: integer('tire_load'),
    tireLoadDual: integer('tire_load_dual'),
    loadRange: text('load_range'),
    tireSpeed: text('tire_speed'),
    speedRated: integer('speed_rated'),
    pattern: text('pattern', { enum: PATTERN_NAMES }),
    dot: text('dot'),
    passport: text('passport', { mode: 'json' }).$type<InspectionReport>(),
    /** Name of the first photograph in `product_media`; triggers write it (migration 0112). */
    photo: text('photo'),
    /** Whether the row belongs to the demo data; the demo generator replaces such rows. */
    demo: integer('demo', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    uniqueIndex('product_sku').on(t.sku),
    index('product_parent').on(t.parentId).where(sql`parent_id is not null`),
    // Listings and the URL map only read products that are not variants; queries need `visibility > 1` to use these
    // indexes.
    index('product_size').on(t.sizeSlug, t.createdAt).where(sql`visibility > 1`),
    index('product_brand').on(t.brandSlug, t.createdAt).where(sql`visibility > 1`),
    index('product_condition').on(t.conditionSlug, t.createdAt).where(sql`visibility > 1`),
    index('product_created').on(t.createdAt).where(sql`visibility > 1`),
    index('product_type').on(t.type).where(sql`visibility > 1`),
    index('product_kind').on(t.kind).where(sql`visibility > 1`),
    index('product_url_path').on(t.urlPath).where(sql`visibility > 1`),
    index('product_url_key').on(t.urlKey, t.id).where(sql`visibility > 1`),
    index('product_stock').on(t.stockSku),
    index('product_sub_condition')
      .on(t.subCondition)
      .where(sql`visibility > 1 and sub_condition is not null`),
    index('product_part_number').on(t.partNumber).where(sql`visibility > 1 and part_number is not null`),
    index('product_final_price').on(t.finalPrice).where(sql`visibility > 1`),
    // For tires that are compared with one that is taken in; queries need `condition = 'Used'` as well.
    index('product_used_model')
      .on(t.sizeSlug, t.brandSlug, t.modelSlug, t.createdAt)
      .where(sql`visibility > 1 and condition = 'Used'`),
    index('product_used_rim').on(t.rim, t.createdAt).where(sql`visibility > 1 and condition = 'Used'`),
    index('product_special').on(t.specialTo).where(sql`special_price is not null`),
    check('product_price', sql`price >= 0 and final_price >= 0`),
    check('product_setqty', sql`setqty in (1, 2, 4)`),
  ],
)

/** Slots of a bundle, such as "Tires" and "Mounting kit". */
export const bundleOption = sqliteTable(
  'bundle_option',
  {
    optionId: integer('option_id').primaryKey(),
    productId: integer('product_id').notNull(),
    title: text('title').notNull(),
    required: integer('required', { mode: 'boolean' }).notNull(),
    position: integer('position').notNull(),
  },
  (t) => [index('bundle_option_product').on(t.productId)],
)

export const bundleLink = sqliteTable(
  'bundle_link',
  {
    id: integer('id').primaryKey(),
    optionId: integer('option_id').notNull(),
    sku: text('sku').notNull(),
    qty: integer('qty').notNull(),
    isDefault: integer('is_default', { mode: 'boolean' }).notNull(),
    position: integer('position').notNull(),
  },
  (t) => [index('bundle_link_option').on(t.optionId), index('bundle_link_sku').on(t.sku)],
)

/** Links from a product to others; `associated` are the members of a grouped product. */
export const productLink = sqliteTable(
  'product_link',
  {
    productId: integer('product_id').notNull(),
    linkType: text('link_type', { enum: ['associated', 'related', 'upsell', 'crosssell'] }).notNull(),
    linkedSku: text('linked_product_sku').notNull(),
    linkedType: text('linked_product_type', { enum: PRODUCT_TYPES }).notNull(),
    qty: integer('qty').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.linkType, t.linkedSku] }),
    index('product_link_member').on(t.linkedSku).where(sql`link_type = 'associated'`),
  ],
)

/** A custom option of one product; `values` are the choices with prices in cents. */
export const customOption = sqliteTable(
  'custom_option',
  {
    optionId: integer('option_id').primaryKey(),
    productId: integer('product_id').notNull(),
    title: text('title').notNull(),
    kind: text('type', { enum: ['drop_down', 'field'] }).notNull(),
    required: integer('is_require', { mode: 'boolean' }).notNull(),
    values: text('option_values', { mode: 'json' }).$type<CustomOptionValue[]>().notNull(),
    position: integer('position').notNull(),
  },
  (t) => [index('custom_option_product').on(t.productId)],
)

export const downloadableLink = sqliteTable(
  'downloadable_link',
  {
    id: integer('id').primaryKey(),
    productId: integer('product_id').notNull(),
    title: text('title').notNull(),
    /** Key of the file in the bucket. */
    fileKey: text('file_key').notNull(),
    downloads: integer('number_of_downloads').notNull(),
  },
  (t) => [index('downloadable_link_product').on(t.productId)],
)

/** Photographs of a product; without a row the tire is drawn from its measures. */
export const productMedia = sqliteTable(
  'product_media',
  {
    productId: integer('product_id').notNull(),
    position: integer('position').notNull(),
    image: text('image').notNull(),
    label: text('label').notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.position] })],
)
