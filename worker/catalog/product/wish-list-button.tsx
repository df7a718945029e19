/**
 * The wish list button on cards and product pages. The browser stores the list, so the script of the wish
 * list (client/account/saved/wish-list.ts) makes the button visible.
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
  /** Text beside the heart; without a label the button has only the heart. */
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
