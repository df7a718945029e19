/** Applies the options of the URL map to the document of a product (C11, C7). */
import { chooseVariant, NO_VARIANTS } from '../../catalog/product/variant.ts'
import type { UrlOptions } from '../url-map.api.ts'
import type { ProductDocument, ProductEntry, VariantDocument } from './compat-product.api.ts'

/** Fields of a variant that do not replace those of the product. */
const PRODUCT_ONLY_FIELDS = [
  'product_option',
  'visibility',
  'parentSku',
  'custom_attributes',
  'url_path',
  'slug',
]

/** Returns the document with the options applied. `sku` is the requested variant, or `null`. */
export function configureProduct(
  document: ProductDocument,
  entry: ProductEntry,
  options: UrlOptions,
  sku: string | null,
  now: number,
): ProductDocument {
  if (entry.product.type !== 'configurable') return document
  const result = chooseVariant(entry, sku === null ? {} : { sku }, now)
  const chosen = result.ok ? result.variant.sku : null
  const isReplaced = sku !== null && chosen !== sku && entry.variants.some((variant) => variant.sku === sku)
  const children = document.configurable_children
  const selected =
    chosen !== null && (!isReplaced || options.fallbackToDefaultWhenNoAvailable)
      ? children.find((child) => child.sku === chosen)
      : undefined
  const withVariants: ProductDocument = {
    ...document,
    ...(options.filterUnavailableVariants ? { configurable_children: children.filter(isAvailable) } : {}),
    ...(options.setProductErrors && !selected ? { errors: { variants: NO_VARIANTS } } : {}),
  }
  if (!selected) return withVariants
  return {
    ...withVariants,
    ...(options.assignProductConfiguration ? variantFields(selected, options.separateSelectedVariant) : {}),
    ...(options.setConfigurableProductOptions ? { product_option: selected.product_option } : {}),
  }
}

function isAvailable({ stock, status }: VariantDocument): boolean {
  return Number(status) < 2 && (stock as { is_in_stock: boolean }).is_in_stock
}

function variantFields(variant: VariantDocument, separate: boolean): Record<string, unknown> {
  const fields = Object.fromEntries(
    Object.entries(variant).filter(([name]) => !PRODUCT_ONLY_FIELDS.includes(name)),
  )
  return { ...(separate ? { selectedVariant: fields } : fields), is_configured: true }
}
