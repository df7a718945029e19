/**
 * The heart on cards and product pages. The list lives in the browser, so it appears with the script that keeps it
 * (client/account/saved/wish-list.ts).
 */
import { classNames } from '../../../client/platform/ui/class-names.ts'
import type { Product } from '../../../schema/catalog/product/product.ts'
import { productTitle } from '../../../schema/catalog/sizes/tire-text.ts'

export function WishListButton({
  product,
  className,
  label,
}: {
  product: Pick<Product, 'sku' | 'parentSku' | 'tire' | 'name'>
  className?: string
  /** Written beside the heart; without it the heart stands alone. */
  label?: string
}) {
  return (
    <button
      type="button"
      className={classNames('wish', className)}
      data-wish={product.parentSku ?? product.sku}
      aria-pressed="false"
      hidden
    >
      {label ? <span>{label}</span> : null}
      <span className="visually-hidden">
        {label ? '' : 'Wish list'} {productTitle(product)}
      </span>
    </button>
  )
}
