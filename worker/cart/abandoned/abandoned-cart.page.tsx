/** A cart that was left behind: what is in it, and the one button that brings it back. For one shopper, never cached. */
import type { Context } from 'hono'
import { SummaryLines } from '../../../client/cart/totals/summary-lines.tsx'
import { Button, BuyButton, LinkButton } from '../../../client/platform/ui/button.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { RECOVERY_EXPIRED_MESSAGE } from '../../../schema/cart/abandoned/abandoned-cart.ts'
import type { CartView } from '../../../schema/cart/cart.api.ts'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'

/** `left` is `null` when the link leads to nothing any more. */
export function abandonedCartPage(c: Context<AppEnv>, name: string, left: CartView | null) {
  return contentPage(c, {
    title: 'Your cart',
    description: 'What you left in the cart.',
    canonical: null,
    kind: 'text',
    status: left ? 200 : 404,
    body: <div className="wrap section reclaim">{left ? <Left name={name} left={left} /> : <Gone />}</div>,
  })
}

function Left({ name, left }: { name: string; left: CartView }) {
  const has = left.lines.some(({ problem }) => problem === null)
  return (
    <>
      <h1 className="t-64">You left these</h1>
      <SummaryLines lines={left.lines.map((line) => ({ ...line, picture: line.picture?.src ?? null }))} />
      {has ? (
        <form method="post" action={paths.reclaim}>
          <input type="hidden" name="quote_id" value={name} />
          <BuyButton size="big">Put them in my cart</BuyButton>
        </form>
      ) : (
        <p>
          <LinkButton href={paths.home}>Find others</LinkButton>
        </p>
      )}
    </>
  )
}

function Gone() {
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

/** Asks whether the reminders are really to end, because programs that look through mail follow links. */
export function reminderOptOutPage(c: Context<AppEnv>, reader: { id: number; proof: string } | null) {
  return contentPage(c, {
    title: 'No more reminders',
    description: 'One click and we no longer remind you of carts.',
    canonical: null,
    layout: 'minimal',
    kind: 'text',
    body: (
      <article className="wrap prose">
        <h1>No more reminders</h1>
        {reader ? (
          <>
            <p>One click and we no longer write to you about what is left in a cart.</p>
            <form method="post" action={paths.reminderStop}>
              <input type="hidden" name="id" value={String(reader.id)} />
              <input type="hidden" name="proof" value={reader.proof} />
              <Button type="submit">Stop them</Button>
            </form>
          </>
        ) : (
          <p>
            Done. We no longer write to you about what is left in a cart. Mails about your orders still come.
          </p>
        )}
      </article>
    ),
  })
}
