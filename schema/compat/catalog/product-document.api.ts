/** Schema of product documents, which compat-product.api.ts builds. Amounts are dollars. */
import * as v from 'valibot'
import { CONFIGURED_OPTION } from '../../cart/cart.ts'
import { API_STOCK } from '../../cart/stock/stock.api.ts'
import { perExtraAttribute } from '../../catalog/attributes/extra-attributes.ts'
import { SETS } from '../../catalog/product/product.ts'

const text = v.string()
const number = v.number()
const dollars = v.pipe(v.number(), v.description('U.S. dollars'))
const nullableDollars = v.nullable(dollars)

const PRICES = {
  price: dollars,
  price_incl_tax: dollars,
  price_tax: dollars,
  regular_price: dollars,
  final_price: dollars,
  final_price_incl_tax: dollars,
  final_price_tax: dollars,
  special_price: nullableDollars,
  special_price_incl_tax: nullableDollars,
  special_price_tax: dollars,
  special_from_date: v.nullable(text),
  special_to_date: v.nullable(text),
  original_price: dollars,
  original_price_incl_tax: dollars,
  original_final_price: dollars,
  original_final_price_incl_tax: dollars,
  original_special_price: nullableDollars,
  original_special_price_incl_tax: nullableDollars,
  price_by_tire: dollars,
}

const CUSTOM_ATTRIBUTE = v.object({ attribute_code: text, value: v.optional(v.unknown()) })

const CHILD = v.object({
  id: number,
  sku: text,
  parentSku: text,
  name: text,
  status: number,
  visibility: number,
  tax_class_id: number,
  url_path: text,
  slug: text,
  ...PRICES,
  tier_prices: v.array(v.unknown()),
  sets: v.picklist(SETS),
  setqty: number,
  stock: API_STOCK,
  product_option: CONFIGURED_OPTION,
  custom_attributes: v.array(CUSTOM_ATTRIBUTE),
})

const CUSTOM_OPTION_DOCUMENT = v.object({
  option_id: number,
  product_sku: text,
  title: text,
  type: text,
  is_require: v.boolean(),
  sort_order: number,
  values: v.array(
    v.object({ option_type_id: number, title: text, price: dollars, price_type: text, sort_order: number }),
  ),
})

export const ATTRIBUTE_DOCUMENT = v.object({
  id: number,
  attribute_id: number,
  attribute_code: text,
  entity_type_id: number,
  slug: text,
  default_frontend_label: text,
  frontend_label: text,
  frontend_input: text,
  filter_type: text,
  is_comparable: v.boolean(),
  is_user_defined: v.boolean(),
  is_visible: v.boolean(),
  is_visible_on_front: v.boolean(),
  position: number,
  options: v.array(v.object({ value: text, label: text })),
})

/** Fields of tires; absent on other products. `attributes_metadata` has the labels of option values. */
const TIRE_FIELDS = {
  brand: v.exactOptional(text),
  model: v.exactOptional(text),
  size: v.exactOptional(text),
  section: v.exactOptional(number),
  aspect: v.exactOptional(number),
  rad: v.exactOptional(text),
  rim: v.exactOptional(number),
  seasons: v.exactOptional(text),
  condition: v.exactOptional(text),
  sub_condition: v.exactOptional(v.nullable(text)),
  tread_depth: v.exactOptional(number),
  tread_depth_new: v.exactOptional(number),
  run_flat: v.exactOptional(number),
  tire_load: v.exactOptional(number),
  tire_speed: v.exactOptional(text),
  speed_rated: v.exactOptional(number),
  load_range: v.exactOptional(v.nullable(text)),
  dot: v.exactOptional(v.nullable(text)),
}

/** Fields of a product with a selected variant (C7). */
const SELECTED_VARIANT_FIELDS = {
  is_configured: v.exactOptional(v.boolean()),
  selectedVariant: v.exactOptional(v.record(text, v.unknown())),
}

/** A complete product. A search reduces it to the requested fields. */
export const PRODUCT_DOCUMENT = v.object({
  id: number,
  sku: text,
  parentSku: text,
  parentId: v.nullable(number),
  slug: text,
  url_key: text,
  url_path: text,
  name: text,
  type_id: text,
  utype: text,
  status: number,
  visibility: number,
  tax_class_id: number,
  image: text,
  small_image: text,
  thumbnail: text,
  media_gallery: v.array(v.object({ image: text, pos: number, typ: text, lab: text, vid: v.null() })),
  category_ids: v.array(number),
  category: v.array(v.object({ category_id: number, name: text, url_path: text })),
  ...PRICES,
  price_is_current: v.boolean(),
  tier_prices: v.array(v.unknown()),
  stock: API_STOCK,
  qty: number,
  sets: v.union([v.picklist(SETS), v.array(v.picklist(SETS))]),
  setqty: number,
  sku_price_grade: v.nullable(text),
  manufacture_part_number: v.nullable(text),
  features_and_benefits: v.array(text),
  ...perExtraAttribute(() => v.exactOptional(text)),
  ...TIRE_FIELDS,
  sets_options: v.array(v.picklist(SETS)),
  smart_filter: v.array(text),
  configurable_children: v.array(CHILD),
  configurable_options: v.array(
    v.object({
      id: number,
      attribute_id: text,
      attribute_code: text,
      label: text,
      position: number,
      product_id: number,
      values: v.array(v.object({ value_index: text, label: text })),
    }),
  ),
  product_links: v.array(
    v.looseObject({
      sku: text,
      link_type: text,
      linked_product_sku: text,
      linked_product_type: text,
      position: number,
      extension_attributes: v.object({ qty: number }),
    }),
  ),
  bundle_options: v.array(
    v.object({
      option_id: number,
      title: text,
      required: v.boolean(),
      type: text,
      position: number,
      sku: text,
      product_links: v.array(
        v.looseObject({
          id: text,
          sku: text,
          option_id: number,
          qty: number,
          position: number,
          is_default: v.boolean(),
          can_change_quantity: number,
        }),
      ),
    }),
  ),
  custom_options: v.array(CUSTOM_OPTION_DOCUMENT),
  options: v.array(CUSTOM_OPTION_DOCUMENT),
  downloadable_links: v.array(v.object({ id: number, title: text })),
  has_options: text,
  required_options: text,
  product_option: CONFIGURED_OPTION,
  attributes_metadata: v.array(ATTRIBUTE_DOCUMENT),
  passport: v.nullable(v.unknown()),
  info: v.record(text, v.unknown()),
  errors: v.record(text, v.unknown()),
  created_at: text,
  updated_at: text,
  ...SELECTED_VARIANT_FIELDS,
})

/** Result of GET /api/product/list. */
export const PRODUCT_LIST = v.object({
  items: v.array(v.object({ ...PRODUCT_DOCUMENT.entries, custom_attributes: v.array(CUSTOM_ATTRIBUTE) })),
  search_criteria: v.object({
    filter_groups: v.array(v.unknown()),
    page_size: number,
    current_page: number,
  }),
  total_count: number,
})
