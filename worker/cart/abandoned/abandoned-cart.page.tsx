/** The page of an abandoned cart with its lines and the button that restores it. Per shopper, never cached. */
import type { Context } from 'hono'
import { SummaryLines } from '../../../client/cart/totals/summary-lines.tsx'
import { Button, BuyButton, LinkButton } from '../../../client/platform/ui/button.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { RECOVERY_EXPIRED_MESSAGE } from '../../../schema/cart/abandoned/abandoned-cart.ts'
import type { CartView } from '../../../schema/cart/cart.api.ts'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'

/** Renders the page; `cart` is `null` when the link is no longer valid. */
export function abandonedCartPage(c: Context<AppEnv>, name: string, cart: CartView | null) {
  return contentPage(c, {
    title: 'Your cart',
    description: 'What you left in the cart.',
    canonical: null,
    kind: 'text',
    status: cart ? 200 : 404,
    body: (
      <div className="wrap section reclaim">
        {cart ? <AbandonedCart name={name} cart={cart} /> : <ExpiredLink />}
      </div>
    ),
  })
}

function AbandonedCart({ name, cart }: { name: string; cart: CartView }) {
  const isRestorable = cart.lines.some(({ problem }) => problem === null)
  return (
    <>
      <h1 className="t-64">You left these</h1>
      <SummaryLines lines={cart.lines.map((line) => ({ ...line, picture: line.picture?.src ?? null }))} />
      {isRestorable ? (
        <form method="post" action={paths.reclaim}>
          <input type="hidden" name="quote_id" value={name} />
          <BuyButton size="big">Add to my cart</BuyButton>
        </form>
      ) : (
        <p>
          <LinkButton href={paths.home}>Find others</LinkButton>
        </p>
      )}
    </>
  )
}

function ExpiredLink() {
  return (
    <EmptyState
      level="h1"
      title="This cart is gone"
      action={{ href: paths.home, label: 'Find tires by size' }}
      other={{ href: paths.cart, label: 'Cart' }}
    >
      <p>{RECOVERY_EXPIRED_MESSAGE}</p>
    </EmptyState>
  )
}

/** Renders the page that asks for a confirmation to stop reminders, because mail scanners follow links. */
export function reminderOptOutPage(c: Context<AppEnv>, reminder: { id: number; proof: string } | null) {
  return contentPage(c, {
    title: 'No more reminders',
    description: 'One click and we’ll stop reminding you about carts.',
    canonical: null,
    layout: 'minimal',
    kind: 'text',
    body: (
      <article className="wrap prose">
        <h1>No more reminders</h1>
        {reminder ? (
          <>
            <p>One click and we’ll stop emailing you about tires left in your cart.</p>
            <form method="post" action={paths.reminderStop}>
              <input type="hidden" name="id" value={String(reminder.id)} />
              <input type="hidden" name="proof" value={reminder.proof} />
              <Button type="submit">Stop reminders</Button>
            </form>
          </>
        ) : (
          <p>
            Done. We won’t email you about tires left in your cart. You’ll still get emails about your orders.
          </p>
        )}
      </article>
    ),
  })
}
