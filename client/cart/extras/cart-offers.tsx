import type { ReactNode } from 'react'
import type { CartOffers } from '../../../schema/cart/cart.api.ts'
import { KITS_HREF, PLAN_TERMS_HREF } from '../../../schema/cart/extras/plan-links.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { CartAction } from '../cart-action.tsx'
import type { CartMutation } from '../sync/optimistic-cart.ts'

interface Props {
  offers: CartOffers
  mutate: (mutation: CartMutation) => void
}

/** Offers the road hazard plan, mounting and a mounting kit for the tires in the cart. */
export function CartOfferList({ offers: { plan, mounting, kit }, mutate }: Props) {
  if (!plan && !mounting && !kit) return null
  return (
    <ul className="cart-offers" aria-label="For your tires">
      <PlanOffer plan={plan} mutate={mutate} />
      {mounting ? (
        <Offer
          title={`Mounting at our store, ${formatQuantity(mounting.tires, 'tire')}`}
          price={mounting.price}
          action={
            <CartAction fields={{ action: 'mounting' }} mutate={mutate}>
              Add mounting
            </CartAction>
          }
        >
          Balanced, old tires recycled. {mounting.note} You’ll pick the time right after you order.
        </Offer>
      ) : null}
      {kit ? (
        <Offer
          title={kit.qty > 1 ? `${kit.qty} × ${kit.title}` : kit.title}
          price={kit.price}
          action={
            <CartAction fields={{ action: 'add', sku: kit.sku, qty: String(kit.qty) }} mutate={mutate}>
              Add kit<span className="visually-hidden">: {kit.title}</span>
            </CartAction>
          }
        >
          Valve stems and balancing weights, ready for your shop. <a href={KITS_HREF}>All kits</a>
        </Offer>
      ) : null}
    </ul>
  )
}

/** Offers the plan for all tires at once. */
export function PlanOffer({ plan, mutate }: Pick<Props, 'mutate'> & Pick<CartOffers, 'plan'>) {
  if (!plan) return null
  return (
    <Offer
      title={`Road hazard plan, ${formatQuantity(plan.tires, 'tire')}`}
      price={plan.price}
      action={
        <CartAction fields={{ action: 'plan' }} mutate={mutate}>
          Add plan
        </CartAction>
      }
    >
      One year against nails, glass and potholes. <a href={PLAN_TERMS_HREF}>See terms</a>
    </Offer>
  )
}

function Offer({
  title,
  price,
  action,
  children,
}: {
  title: string
  price: number
  action: ReactNode
  children: ReactNode
}) {
  return (
    <li>
      <div>
        <p>
          <b>{title}</b>
        </p>
        <p className="t-14 quiet">{children}</p>
      </div>
      <b className="cond t-18">{formatMoney(price)}</b>
      {action}
    </li>
  )
}
