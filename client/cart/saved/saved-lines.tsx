import type { CartView } from '../../../schema/cart/cart.api.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { CartAction } from '../cart-action.tsx'
import type { CartMutation } from '../sync/optimistic-cart.ts'

/** Renders the lines that the shopper has saved for later, below those of the cart. */
export function SavedLines({
  saved,
  mutate,
}: {
  saved: CartView['saved']
  mutate: (mutation: CartMutation) => void
}) {
  if (saved.length === 0) return null
  return (
    <section className="cart-saved" aria-labelledby="saved">
      <h2 className="t-28" id="saved">
        Saved for later
      </h2>
      <ul>
        {saved.map(({ id, title, facts, href, picture, count, price }) => (
          <li key={id} className="cart-line">
            <span className="cart-picture">
              {picture ? <img src={picture} alt="" width={350} height={350} /> : null}
            </span>
            <div className="cart-about">
              <h3 className="t-18">
                <a href={href}>{title}</a>
              </h3>
              <p className="t-14">{facts}</p>
              <p className="t-14 quiet">{count}</p>
              <CartAction
                fields={{ action: 'saved-remove', saved: String(id) }}
                mutate={mutate}
                className="text-button t-14"
              >
                Remove<span className="visually-hidden"> {title} from your saved list</span>
              </CartAction>
            </div>
            <CartAction fields={{ action: 'saved-restore', saved: String(id) }} mutate={mutate}>
              Move to cart<span className="visually-hidden">: {title}</span>
            </CartAction>
            <b className="cart-price cond t-22">{price === null ? null : formatMoney(price)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
