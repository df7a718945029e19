/** Forms for the wish list without script, for signed-in customers (worker/account/saved/wish-list.form.ts). */
import { Button } from '../../../client/platform/ui/button.tsx'
import type { Product } from '../../../schema/catalog/product/product.ts'
import { productTitle } from '../../../schema/catalog/sizes/tire-text.ts'
import { paths } from '../../../schema/paths.ts'

export type WishListEntry = Pick<Product, 'sku' | 'parentSku' | 'tire' | 'name'>

/** Renders the form that adds a product. Cached pages are the same for all visitors, so only the list offers to remove it. */
export function WishListForm({ product, back }: { product: WishListEntry; back: string }) {
  return (
    <noscript>
      <form method="post" action={paths.wishForm}>
        <input type="hidden" name="action" value="add" />
        <input type="hidden" name="sku" value={product.parentSku ?? product.sku} />
        <input type="hidden" name="back" value={back} />
        <button type="submit" className="text-button">
          Add to wish list
        </button>
      </form>
    </noscript>
  )
}

/** Renders the forms below the customer's list that remove its products. */
export function WishListRemoveForms({ products }: { products: readonly WishListEntry[] }) {
  if (products.length === 0) return null
  return (
    <noscript>
      <section aria-labelledby="removals-title">
        <h2 id="removals-title">Remove from list</h2>
        <ul className="wish-removals">
          {products.map((product) => (
            <li key={product.sku}>
              <form method="post" action={paths.wishForm}>
                <input type="hidden" name="action" value="remove" />
                <input type="hidden" name="sku" value={product.parentSku ?? product.sku} />
                <Button type="submit">Take off {productTitle(product)}</Button>
              </form>
            </li>
          ))}
        </ul>
      </section>
    </noscript>
  )
}
