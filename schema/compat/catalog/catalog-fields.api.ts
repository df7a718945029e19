/** The entities that can be searched, with their fields (C2). */

import { EXTRA_ATTRIBUTES } from '../../catalog/attributes/extra-attributes.ts'
import { SEARCH_LIMITS } from './search-query.ts'

const ENTITY_TYPES = [
  'attributeoption',
  'landing',
  'landing_route',
  'product',
  'attribute',
  'category',
  'taxrule',
  'review',
  'cms_page',
  'cms_block',
  'cms_hierarchy',
  'config',
  'embed_social_review',
  'zipcode',
  'landing_marketing_filter',
  'size_filter',
] as const
export type EntityType = (typeof ENTITY_TYPES)[number]

/** Other names that clients use for the same entity. */
const ALIASES: Readonly<Record<string, EntityType>> = {
  attribute_option: 'attributeoption',
  landing_config: 'landing_route',
  tax_rule: 'taxrule',
  zip_code: 'zipcode',
  sizefilter: 'size_filter',
}

/** Returns the entity of a name or of another name for it; `null` for an unknown name. */
export function findEntityType(name: unknown): EntityType | null {
  if (typeof name !== 'string') return null
  return (
    ENTITY_TYPES.find((type) => type === name) ??
    (Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? null) : null)
  )
}

interface EntityFields {
  /** Field names of a document; fields inside them are allowed too. */
  fields: string
  /** Fields of the text search; products have a separate text search. */
  text: readonly string[]
}

const FIELDS: Readonly<Record<EntityType, EntityFields>> = {
  attribute: {
    fields:
      'id attribute_id attribute_code entity_type_id default_frontend_label frontend_label frontend_input filter_type is_comparable is_user_defined is_visible is_visible_on_front slug position options',
    text: ['attribute_code', 'default_frontend_label'],
  },
  attributeoption: {
    fields: 'id option_id attribute_id attribute_code value label position',
    text: ['label', 'value'],
  },
  category: {
    fields:
      'id entity_id parent_id parent_ids name slug url_key url_path path level position is_active include_in_menu product_count children children_count children_data description category_filter',
    text: ['name', 'url_path'],
  },
  cms_page: {
    fields: 'id identifier title meta_title meta_description content is_active active store_id update_time',
    text: ['title', 'content'],
  },
  cms_block: {
    fields: 'id identifier title content is_active active store_id',
    text: ['title', 'content'],
  },
  cms_hierarchy: {
    fields: 'id identifier parent_id page_id label title level position sort_order store_id children_data',
    text: ['label', 'identifier'],
  },
  config: { fields: 'id path value route_id path_alias name parameters', text: ['path', 'value'] },
  landing_route: { fields: 'id route_id path_alias name parameters', text: ['path_alias', 'name'] },
  landing: {
    fields:
      'id url_path slug name route_id parent_id level position settings filters children_data car_info hide_landing_page',
    text: ['name', 'url_path'],
  },
  landing_marketing_filter: {
    fields: 'id filter_id value name label type attribute_code conditions position',
    text: ['name', 'value'],
  },
  size_filter: {
    fields:
      'id option_id chassis_id size size_link size_rear size_rear_link make_name model_name submodel_name year_from year_to',
    text: ['make_name', 'model_name', 'submodel_name'],
  },
  review: {
    fields:
      'id product_id title text detail rating is_approved review_status created_on created_at reviewer nickname review_type',
    text: ['title', 'text'],
  },
  embed_social_review: {
    fields: 'id title text rating is_approved created_on created_at reviewer nickname',
    text: ['title', 'text'],
  },
  taxrule: {
    fields:
      'id code priority position customer_tax_class_ids product_tax_class_ids tax_rates_ids calculate_subtotal rates',
    text: ['code'],
  },
  zipcode: {
    fields: 'id zip_code zip postcode city state region region_id county latitude longitude country_id',
    text: [],
  },
  product: {
    fields: `id sku parentSku parent_sku parentId parent_id slug name type_id utype image small_image thumbnail url_path url_key status visibility category_ids category media_gallery product_links info errors attributes_metadata tax_class_id stock qty price price_incl_tax price_tax final_price final_price_incl_tax final_price_tax original_price original_price_incl_tax original_final_price original_final_price_incl_tax special_price special_price_incl_tax special_price_tax special_from_date special_to_date original_special_price original_special_price_incl_tax regular_price minimal_price max_price tier_prices price_is_current configurable_children configurable_options sets_options custom_options options bundle_options product_option downloadable_links has_options required_options tread_depth condition size sets seasons brand model run_flat tire_load tire_speed speed_rated load_range rad rim aspect section sku_price_grade manufacture_part_number features_and_benefits sub_condition setqty price_by_tire smart_filter dot passport tread_depth_new created_at updated_at ${EXTRA_ATTRIBUTES.map(({ code }) => code).join(' ')}`,
    text: [],
  },
}

/** Default page sizes; 50 for all other entities (C4). */
const FETCH_SIZES: Partial<Record<EntityType, number>> = {
  category: 4000,
  attribute: 150,
  cms_block: 150,
  cms_hierarchy: 150,
}

/** Returns the default page size. */
export function defaultPageSize(type: EntityType): number {
  return FETCH_SIZES[type] ?? SEARCH_LIMITS.defaultSize
}

/** Largest page sizes (C4). */
const CAPS: Partial<Record<EntityType, number>> = { cms_page: 500, cms_block: 500 }

/** Returns the largest page size. */
export function maxPageSize(type: EntityType): number {
  return CAPS[type] ?? SEARCH_LIMITS.maxSize
}

const NAMES = new Map(ENTITY_TYPES.map((type) => [type, new Set(FIELDS[type].fields.split(' '))]))

/** Checks whether a name is a field of the entity, or a field inside one. */
export function isField(type: EntityType, field: string): boolean {
  return NAMES.get(type)?.has(field.split('.')[0] ?? '') ?? false
}

/** Removes `.keyword`: `category.name.keyword` and `category.name` are the same field. */
export function withoutKeyword(field: string): string {
  return field.replace(/\.keyword$/, '')
}

export function textFields(type: EntityType): readonly string[] {
  return FIELDS[type].text
}
