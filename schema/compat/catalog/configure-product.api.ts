/** Applies the options of the URL map to a product's document (C11, C7). */
import { chooseVariant, NO_VARIANTS } from '../../catalog/product/variant.ts'
import type { UrlOptions } from '../url-map.api.ts'
import type { ProductEntry, WireChild, WireProduct } from './compat-product.api.ts'

/** Fields of a variant that do not become the product's own. */
const PRODUCT_ONLY_FIELDS = ['visibility', 'parentSku', 'custom_attributes', 'url_path', 'slug'] as const

/** Applies the options. `sku` is the requested variant, if any. */
export function configureProduct(
  document: WireProduct,
  entry: ProductEntry,
  options: UrlOptions,
  sku: string | null,
  now: number,
): WireProduct {
  if (entry.product.type !== 'configurable') return document
  const result = chooseVariant(entry, sku === null ? {} : { sku }, now)
  const chosen = result.ok ? result.variant.sku : null
  const isOther = sku !== null && chosen !== sku && entry.variants.some((variant) => variant.sku === sku)
  const children = document.configurable_children
  const selected =
    chosen !== null && (!isOther || options.fallbackToDefaultWhenNoAvailable)
      ? children.find((child) => child.sku === chosen)
      : undefined
  const variants: WireProduct = {
    ...document,
    ...(options.filterUnavailableVariants ? { configurable_children: children.filter(isAvailable) } : {}),
    ...(options.setProductErrors && !selected ? { errors: { variants: NO_VARIANTS } } : {}),
  }
  if (!selected) return variants
  return {
    ...variants,
    ...(options.assignProductConfiguration ? assigned(selected, options.separateSelectedVariant) : {}),
    ...(options.setConfigurableProductOptions ? { product_option: selected.product_option } : {}),
  }
}

function isAvailable({ stock, status }: WireChild): boolean {
  return Number(status) < 2 && (stock as { is_in_stock: boolean }).is_in_stock
}

function assigned(variant: WireChild, separate: boolean): Record<string, unknown> {
  const { product_option: _, ...own } = variant
  const shared: Record<string, unknown> = { ...own }
  for (const field of PRODUCT_ONLY_FIELDS) delete shared[field]
  return { ...(separate ? { selectedVariant: shared } : shared), is_configured: true }
}
