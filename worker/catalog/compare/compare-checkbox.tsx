/**
 * The checkbox "Compare" on cards and product pages. All boxes belong to one form per page (compare-bar.tsx),
 * so they work without JavaScript; with JavaScript one listener serves all boxes
 * (client/catalog/compare/compare.ts).
 */
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { classNames } from '../../../client/platform/ui/class-names.ts'
import type { Product } from '../../../schema/catalog/product/product.ts'
import { productTitle } from '../../../schema/catalog/sizes/tire-text.ts'

/** Id of the form; one per document. */
export const COMPARE_FORM = 'compare'

/** Renders the checkbox of a tire, and nothing for other products. */
export function CompareCheckbox({
  product,
  className,
}: {
  product: Pick<Product, 'sku' | 'parentSku' | 'tire' | 'name'>
  className?: string
}) {
  if (!product.tire) return null
  const title = productTitle(product)
  return (
    <Checkbox
      className={classNames('compare-tick', className)}
      form={COMPARE_FORM}
      name="sku"
      value={product.parentSku ?? product.sku}
      data-compare={`${title} ${product.tire.size}`}
      label={
        <>
          Compare<span className="visually-hidden"> {title}</span>
        </>
      }
    />
  )
}
