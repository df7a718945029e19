/** The cart page. Everything works by plain forms; with JavaScript changes show at once. */

import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CartLineView, CartView } from '../../schema/cart/cart.api.ts'
import { paths } from '../../schema/paths.ts'
import { formatQuantity } from '../../schema/platform/count.ts'
import { NOTICE_OK } from '../../schema/platform/notification.ts'
import { useOnline } from '../platform/islands/online.store.ts'
import { Alert } from '../platform/ui/alert.tsx'
import { EmptyState } from '../platform/ui/empty-state.tsx'
import { showToast } from '../platform/ui/toast.ts'
import { CartExtras } from './cart-extras.tsx'
import { CartLineRow } from './cart-line.tsx'
import { CartNoticeNote } from './cart-notice.tsx'
import { CartOfferList } from './extras/cart-offers.tsx'
import { OfflineNote } from './offline-note.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SavedLines } from './saved/saved-lines.tsx'
import { CartSummary } from './totals/cart-summary.tsx'
import { useCart } from './use-cart.ts'
import { useLineFits } from './use-line-fits.ts'

const route = getRouteApi('/cart')

/** Messages that were shown as a toast; opening the cart once more does not repeat them. */
const announced = new WeakSet<object>()

/** The cart page; `express` renders the express payments of a cart below the button. */
export function CartScreen({ express }: { express: (cart: CartView) => ReactNode }) {
  const { cart, busy, message, unanswered, mutate } = useCart(route.useLoaderData())
  const [removing, setRemoving] = useState<CartLineView | null>(null)
  useFocusAfterChange(cart.lines)
  const isOffline = !useOnline() || unanswered
  const isChangedElsewhere = message?.about === 'elsewhere'
  useEffect(() => {
    // A toast does not move the page: the button "One more" must stay where it is for a second press.
    if (!message?.good || isChangedElsewhere || announced.has(message)) return
    announced.add(message)
    showToast({ message: message.text, type: 'success', action1: NOTICE_OK })
  }, [message, isChangedElsewhere])
  const fitOf = useLineFits()

  return (
    <div className="wrap cart">
      <CartNoticeNote search={route.useSearch()} hidden={message !== null} />
      <div role="status" aria-live="polite">
        {isChangedElsewhere ? <Alert>{message?.text}</Alert> : null}
      </div>
      {message && !message.good && message.about !== 'coupon' && message.about !== 'zip' ? (
        <Alert tone="error" live>
          {message.text}
        </Alert>
      ) : null}
      {isOffline ? <OfflineNote waiting={busy} /> : null}
      {cart.lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <>
          <div className="cart-head">
            <h1 className="t-64">Cart, {headCount(cart.tires, cart.lines.length)}</h1>
            <a href={paths.sizes}>Continue shopping</a>
          </div>
          <div className="two-columns">
            <div>
              <ul className="cart-lines">
                {cart.lines.map((line) => (
                  <CartLineRow
                    key={line.itemId}
                    line={line}
                    fit={fitOf(line)}
                    onQty={(qty) => mutate({ kind: 'qty', itemId: line.itemId, qty })}
                    onRemove={() => setRemoving(line)}
                    mutate={mutate}
                  />
                ))}
              </ul>
              <CartOfferList offers={cart.offers} mutate={mutate} />
              <CartExtras cart={cart} zip={cart.zip ?? ''} message={message} mutate={mutate} />
            </div>
            <CartSummary cart={cart} busy={busy} isOffline={isOffline} express={express} />
          </div>
        </>
      )}
      <SavedLines saved={cart.saved} mutate={mutate} />
      {removing ? (
        <RemoveDialog
          line={removing}
          onKeep={() => setRemoving(null)}
          onRemove={() => {
            mutate({ kind: 'remove', itemId: removing.itemId })
            setRemoving(null)
          }}
        />
      ) : null}
    </div>
  )
}

/**
 * Moves the focus when the pressed button has left with its line or offer: to the heading of a new line, such as mounting, or after a
 * removal to the heading of the page, which counts the remaining lines.
 */
function useFocusAfterChange(lines: readonly CartLineView[]): void {
  const last = useRef(lines)
  useEffect(() => {
    const before = last.current
    last.current = lines
    const added = lines.findIndex(({ itemId }) => !before.some((line) => line.itemId === itemId))
    if (document.activeElement !== document.body || (added < 0 && lines.length >= before.length)) return
    const heading = document.querySelectorAll<HTMLElement>('main h1, .cart-lines h2')[added + 1]
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [lines])
}

function EmptyCart() {
  return (
    <EmptyState
      level="h1"
      title="Your cart is empty"
      action={{ href: paths.home, label: 'Find tires by size' }}
      other={{ href: paths.sizes, label: 'All sizes' }}
    >
      <p>Three numbers on the sidewall are enough to find what fits.</p>
    </EmptyState>
  )
}

function headCount(tires: number, lines: number): string {
  return tires > 0 ? formatQuantity(tires, 'tire') : formatQuantity(lines, 'item')
}
