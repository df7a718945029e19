/** Below the cart: more tires in the size of its first tire, from the index in memory. */
import type { Context } from 'hono'
import type { ReactElement } from 'react'
import type { CartView } from '../../schema/cart/cart.api.ts'
import { EMPTY_QUERY } from '../../schema/catalog/listing/listing.ts'
import { defaultVariant } from '../../schema/catalog/product/variant.ts'
import { sizeHref, sizeSlug } from '../../schema/catalog/sizes/tire-size.ts'
import { openRequestCatalog } from '../catalog/index/request-catalog.ts'
import { findOffersById } from '../catalog/product/product.sql.ts'
import { cardPieces } from '../catalog/product/product-card.tsx'
import { CardSection } from '../catalog/product/product-sizes.tsx'
import type { AppEnv } from '../env.ts'
import { describeError } from '../platform/security/log-redaction.ts'

const SHOWN = 4
/** Some of the found tires may be in the cart or sold meanwhile. */
const FOUND = 12

/** Returns the section; `null` for a cart without tires, and when the index does not answer: the cart does not depend on it. */
export async function readMoreInSize(
  c: Context<AppEnv>,
  { lines }: Pick<CartView, 'lines'>,
  now: number,
): Promise<ReactElement | null> {
  const size = lines.flatMap(({ fitting }) => fitting)[0]?.size
  if (!size) return null
  try {
    const catalog = await openRequestCatalog(c)
    const query = { ...EMPTY_QUERY, choices: { size: [sizeSlug(size)] }, size: FOUND }
    const { ids } = await catalog.listing.find(query, [])
    const inCart = new Set(lines.flatMap(({ sku, parentSku }) => [sku, parentSku]))
    const offers = (await findOffersById(c.env.DB, ids))
      .filter((offer) => !inCart.has(offer.product.sku) && defaultVariant(offer) !== null)
      .slice(0, SHOWN)
    return (
      <div className="cart-more">
        <CardSection
          id="more-in-size"
          title={`More in ${size}`}
          cards={cardPieces({ offers, now, version: catalog.version })}
          more={{ href: sizeHref(size), label: `All ${size}` }}
        />
      </div>
    )
  } catch (error) {
    console.error('tires in the size of a cart could not be read', describeError(error))
    return null
  }
}
