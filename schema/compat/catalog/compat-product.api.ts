/**
 * Builds the document of a product (C1) for every call. Amounts are dollars. Choice attributes have the
 * option values of filters and buckets, and `attributes_metadata` has the labels of these values.
 */
import { SETS_ATTRIBUTE_ID, variantOption } from '../../cart/cart-item.ts'
import { toApiStock } from '../../cart/stock/stock.api.ts'
import { extraFacts } from '../../catalog/attributes/extra-attributes.ts'
import { formatApiTimestamp, toApiPrices } from '../../catalog/price/compat-price.api.ts'
import type { Offer, Product } from '../../catalog/product/product.ts'
import { type PictureHref, toAppearance, VIEWS } from '../../catalog/product/tire-appearance.ts'
import { isAvailable, unitLabel } from '../../catalog/product/variant.ts'
import { toDollars } from '../../platform/money.ts'
import {
  availableSets,
  type FacetValues,
  type FilterRule,
  matchingSmartFilters,
  type SmartFilter,
  toFacetValues,
} from './product-facets.ts'

/** A product with its parts. */
export interface ProductEntry extends Offer {
  parentId: number | null
  urlPath: string
  /** Sets in which the product is sold, as a sum: 1 single, 2 pair, 4 set of four. */
  setsOffered: number
  /** Categories that the merchant assigned. */
  categoryIds: readonly number[]
  media: readonly { image: string; label: string; position: number }[]
  links: readonly { linkType: string; linkedSku: string; linkedType: string; qty: number; position: number }[]
  bundle: readonly {
    optionId: number
    title: string
    required: boolean
    position: number
    links: readonly { id: number; sku: string; qty: number; isDefault: boolean; position: number }[]
  }[]
  questions: readonly {
    optionId: number
    title: string
    kind: string
    required: boolean
    position: number
    values: readonly { optionTypeId: number; title: string; price: number }[]
  }[]
  downloads: readonly { id: number; title: string }[]
}

export interface AttributeDocument {
  id: number
  attribute_id: number
  attribute_code: string
  default_frontend_label: string
  options: readonly { value: string; label: string }[]
  [key: string]: unknown
}

/** Data of the catalog beside the product. */
export interface ProductContext {
  now: number
  pictureHref: PictureHref
  categories: readonly {
    id: number
    name: string
    urlPath: string
    isRoot: boolean
    filter: FilterRule | null
  }[]
  smart: readonly SmartFilter[]
  attributes: readonly AttributeDocument[]
}

/** A document; catalog-fields.api.ts lists its fields. */
export interface ProductDocument extends Record<string, unknown> {
  id: number
  sku: string
  parentSku: string
  type_id: string
  configurable_children: VariantDocument[]
  product_links: { linked_product_sku: string; [key: string]: unknown }[]
  bundle_options: { product_links: { sku: string; [key: string]: unknown }[]; [key: string]: unknown }[]
  attributes_metadata: AttributeDocument[]
}
export type VariantDocument = { id: number; sku: string } & Record<string, unknown>

/** Builds the complete document of an offer; source-filter.api.ts reduces it to the requested fields. */
export function toProductDocument(entry: ProductEntry, context: ProductContext): ProductDocument {
  const { product, stock } = entry
  const facets = toFacetValues(product, availableSets(entry))
  const categories = context.categories.filter(
    ({ id, isRoot, filter }) =>
      isRoot || entry.categoryIds.includes(id) || (filter !== null && isIn(facets, filter)),
  )
  const gallery = galleryOf(entry, context.pictureHref)
  const values = tireValues(product)
  return {
    id: product.id,
    sku: product.sku,
    parentSku: product.parentSku ?? product.sku,
    parentId: entry.parentId,
    slug: product.slug,
    url_key: product.slug,
    url_path: entry.urlPath,
    name: product.name,
    type_id: product.type,
    utype: product.kind,
    status: product.status,
    visibility: product.visibility,
    tax_class_id: product.taxClassId,
    image: gallery[0]?.image ?? '',
    small_image: gallery[0]?.image ?? '',
    thumbnail: gallery[0]?.image ?? '',
    media_gallery: gallery,
    category_ids: categories.map(({ id }) => id),
    category: categories.map(({ id, name, urlPath }) => ({ category_id: id, name, url_path: urlPath })),
    ...toApiPrices(product, context.now),
    price_is_current: false,
    tier_prices: [],
    stock: { ...toApiStock(product, stock), is_in_stock: isAvailable(entry) },
    qty: 1,
    ...values,
    // Facets and aggregations of "sets" use `sets_options`.
    sets: product.type === 'configurable' ? availableSets(entry) : product.sets,
    sets_options: availableSets(entry),
    smart_filter: matchingSmartFilters(product, facets, context.smart, context.now),
    ...configuration(entry, context.now),
    product_links: entry.links.map((link) => ({
      sku: product.sku,
      link_type: link.linkType,
      linked_product_sku: link.linkedSku,
      linked_product_type: link.linkedType,
      position: link.position,
      extension_attributes: { qty: link.qty },
    })),
    bundle_options: entry.bundle.map((option) => ({
      option_id: option.optionId,
      title: option.title,
      required: option.required,
      type: 'select',
      position: option.position,
      sku: product.sku,
      product_links: option.links.map((link) => ({
        id: String(link.id),
        sku: link.sku,
        option_id: option.optionId,
        qty: link.qty,
        position: link.position,
        is_default: link.isDefault,
        can_change_quantity: 0,
      })),
    })),
    custom_options: toApiCustomOptions(entry),
    options: toApiCustomOptions(entry),
    downloadable_links: entry.downloads,
    has_options: entry.variants.length > 0 || entry.questions.length > 0 ? '1' : '0',
    required_options: entry.questions.some(({ required }) => required) ? '1' : '0',
    product_option: {
      extension_attributes: { custom_options: [], configurable_item_options: [], bundle_options: [] },
    },
    attributes_metadata: metadataOf(values, facets, context.attributes),
    passport: product.passport,
    info: {},
    errors: {},
    created_at: formatApiTimestamp(product.createdAt),
    // Clients sort by this field for the newest products.
    updated_at: formatApiTimestamp(product.createdAt),
  }
}

function isIn(facets: FacetValues, filter: FilterRule): boolean {
  return Object.entries(filter).every(([code, values]) =>
    values.some((value) => facets[code as keyof FacetValues]?.includes(value)),
  )
}

function galleryOf({ product, media }: ProductEntry, pictureHref: PictureHref) {
  const images =
    media.length > 0 ? media.map(({ image, label }) => ({ image, label })) : drawingsOf(product, pictureHref)
  return images.map(({ image, label }, index) => ({
    image,
    pos: index + 1,
    typ: 'image',
    lab: label,
    vid: null,
  }))
}

/** Returns the pictures of a tire without photographs; they are drawn from its measures. */
function drawingsOf({ tire, name }: Product, pictureHref: PictureHref): { image: string; label: string }[] {
  if (!tire) return []
  const appearance = toAppearance(tire)
  return VIEWS.map((view) => ({ image: pictureHref(appearance, view, 1000), label: name }))
}

/** Returns the attributes of a product; those of a tire are absent on other products (C1). */
function tireValues(product: Product): Record<string, unknown> {
  const { tire } = product
  const common = {
    sets: product.sets,
    setqty: product.setqty,
    sku_price_grade: product.priceGrade,
    manufacture_part_number: product.partNumber,
    features_and_benefits: product.features,
    ...Object.fromEntries(extraFacts(product.extra).map(({ code, value }) => [code, value])),
  }
  if (!tire) return common
  const facets = toFacetValues(product, [])
  return {
    ...common,
    brand: facets.brand?.[0],
    model: facets.model?.[0],
    size: facets.size?.[0],
    section: tire.section,
    aspect: tire.aspect,
    rad: facets.rad?.[0],
    rim: tire.rim,
    seasons: facets.seasons?.[0],
    condition: facets.condition?.[0],
    sub_condition: tire.subCondition,
    tread_depth: tire.treadDepth,
    tread_depth_new: tire.treadNew,
    run_flat: tire.runFlat ? 1 : 0,
    tire_load: tire.tireLoad,
    tire_speed: facets.tire_speed?.[0],
    speed_rated: tire.speedRated,
    load_range: tire.loadRange ?? null,
    dot: tire.dot,
  }
}

/** Returns the variants and their option; the cart accepts the values of this option. */
function configuration(entry: ProductEntry, now: number) {
  const { product, variants } = entry
  if (product.type !== 'configurable') return { configurable_children: [], configurable_options: [] }
  return {
    configurable_children: variants.map((variant) => toVariantDocument(variant, entry, now)),
    configurable_options: [
      {
        id: product.id,
        attribute_id: String(SETS_ATTRIBUTE_ID),
        attribute_code: 'sets',
        label: 'How many you need',
        position: 0,
        product_id: product.id,
        values: variants.map(({ sets, setqty }) => ({ value_index: sets, label: unitLabel(setqty) })),
      },
    ],
  }
}

function toVariantDocument(
  variant: Product,
  { product, stock, urlPath }: ProductEntry,
  now: number,
): VariantDocument {
  const prices = toApiPrices(variant, now)
  const values = { sets: variant.sets, setqty: variant.setqty }
  return {
    id: variant.id,
    sku: variant.sku,
    parentSku: product.sku,
    name: variant.name,
    status: variant.status,
    visibility: variant.visibility,
    tax_class_id: variant.taxClassId,
    url_path: urlPath,
    slug: variant.slug,
    ...prices,
    tier_prices: [],
    ...values,
    stock: toApiStock(variant, stock),
    product_option: variantOption(variant.sets),
    custom_attributes: Object.entries(values).map(([attribute_code, value]) => ({
      attribute_code,
      value: String(value),
    })),
  }
}

function toApiCustomOptions({ questions, product }: ProductEntry) {
  return questions.map((option) => ({
    option_id: option.optionId,
    product_sku: product.sku,
    title: option.title,
    type: option.kind,
    is_require: option.required,
    sort_order: option.position,
    values: option.values.map((value, index) => ({
      option_type_id: value.optionTypeId,
      title: value.title,
      price: toDollars(value.price),
      price_type: 'fixed',
      sort_order: index + 1,
    })),
  }))
}

/** Returns the attributes of the product with the labels of its values. */
function metadataOf(
  values: Readonly<Record<string, unknown>>,
  facets: FacetValues,
  attributes: readonly AttributeDocument[],
): AttributeDocument[] {
  return attributes.flatMap((attribute) => {
    const code = attribute.attribute_code
    const own = (facets[code as keyof FacetValues] ?? [values[code]].flat())
      .filter((value) => value !== null && value !== undefined && value !== '')
      .map(String)
    if (own.length === 0) return []
    return [{ ...attribute, options: attribute.options.filter(({ value }) => own.includes(value)) }]
  })
}
