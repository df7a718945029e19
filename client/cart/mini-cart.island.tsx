import { useEffect, useState, useSyncExternalStore } from 'react'
import type { CartLineView, CartView } from '../../schema/cart/cart.api.ts'
import { formatLineCount, formatUnitPrice } from '../../schema/cart/cart-format.ts'
import { paths } from '../../schema/paths.ts'
import { formatQuantity } from '../../schema/platform/count.ts'
import { formatMoney } from '../../schema/platform/money.ts'
import { NOTICE_OK } from '../../schema/platform/notification.ts'
import { trackEvent } from '../platform/analytics/events.store.ts'
import { Alert } from '../platform/ui/alert.tsx'
import { LinkButton } from '../platform/ui/button.tsx'
import { ChoiceList } from '../platform/ui/choice-list.tsx'
import { Dialog } from '../platform/ui/dialog.tsx'
import { EmptyState } from '../platform/ui/empty-state.tsx'
import { Skeleton } from '../platform/ui/skeleton.tsx'
import { CART_COUNT_CHANGED } from './cart-badge.ts'
import { PlanOffer } from './extras/cart-offers.tsx'
import { OfflineNote } from './offline-note.tsx'
import { OPEN_MINI_CART } from './open-mini-cart.ts'
import { getCartStore } from './sync/browser-cart.store.ts'

function Line({ line }: { line: CartLineView }) {
  return (
    <li className="mini-line">
      <span className="mini-picture">
        {line.picture ? <img src={line.picture.src} alt="" width={72} height={72} loading="lazy" /> : null}
      </span>
      <div>
        <a className="cond t-18" href={line.href}>
          {line.title}
        </a>
        {line.facts ? <p className="quiet t-14">{line.facts}</p> : null}
        <ChoiceList choices={line.choices} />
        <p className="t-14">
          {formatLineCount(line)}, {formatUnitPrice(line)}
        </p>
        {line.problem ? <p className="oxide t-14">{line.problem}</p> : null}
      </div>
      <b className="cond t-18">{formatMoney(line.rowTotal)}</b>
    </li>
  )
}

function Lines({ cart }: { cart: CartView }) {
  const { totals } = cart
  return (
    <>
      <ul className="mini-lines">
        {cart.lines.map((line) => (
          <Line key={line.itemId} line={line} />
        ))}
      </ul>
      <div className="mini-foot">
        <p className="mini-total cond t-28">
          <span>{totals.placeKnown ? 'Total' : 'Subtotal'}</span>
          <span>{formatMoney(totals.grandTotal)}</span>
        </p>
        <p className="quiet t-14">
          {totals.placeKnown
            ? `Estimated tax and tire fees included.${cart.arrives ? ` Arrives ${cart.arrives}.` : ''}`
            : 'Shipping is free. Enter your ZIP to see tax and your state’s tire fee.'}
        </p>
        <p className="mini-acts">
          <LinkButton kind="buy" size="big" href={paths.checkout}>
            Check out
          </LinkButton>
          <LinkButton size="big" href={paths.cart}>
            Go to cart
          </LinkButton>
        </p>
      </div>
    </>
  )
}

function Loading() {
  return (
    <div className="mini-waiting">
      <p className="visually-hidden" role="status">
        Loading your cart
      </p>
      {[1, 2].map((n) => (
        <div className="mini-line" key={n}>
          <Skeleton shape="picture" className="mini-picture" />
          <div>
            <Skeleton shape="title" />
            <Skeleton shape="short" />
          </div>
        </div>
      ))}
    </div>
  )
}

const getNull = () => null
const subscribe = (changed: () => void) => getCartStore().subscribe(changed)

/** Shows the cart as a drawer: lines, total, and links to checkout and cart. Without a connection it shows the stored cart. */
export default function MiniCart() {
  const [failed, setFailed] = useState(false)
  const [notice, setNotice] = useState('')
  const state = useSyncExternalStore(subscribe, () => getCartStore().get(), getNull)
  useEffect(() => {
    const show = async (event: Event) => {
      const added = (event as CustomEvent<string>).detail
      setNotice(added)
      const store = getCartStore()
      if (!store.get().cart.isOpen) store.toggle()
      // The response to an addition already had the whole cart.
      const hasAnswer = await store.sync({ forced: !added })
      setFailed(!hasAnswer)
      const { view } = store.get().cart
      if (!hasAnswer || !view) return
      document.dispatchEvent(new Event(CART_COUNT_CHANGED))
      trackEvent({ kind: 'cart', skus: view.lines.map(({ sku }) => sku), total: view.totals.grandTotal })
    }
    document.addEventListener(OPEN_MINI_CART, show)
    return () => document.removeEventListener(OPEN_MINI_CART, show)
  }, [])

  const cart = state?.view ?? null
  // A dialog that is closed by its button also fires `close` afterwards.
  const close = () => getCartStore().get().cart.isOpen && getCartStore().toggle()
  const title = cart && cart.tires > 0 ? `Cart, ${formatQuantity(cart.tires, 'tire')}` : 'Cart'
  return (
    <Dialog
      open={state?.cart.isOpen ?? false}
      onClose={close}
      title={title}
      position="end"
      closeLabel="Close"
    >
      {notice ? (
        <Alert
          live
          action={
            <span className="mini-said">
              <button type="button" className="text-button" onClick={close}>
                {NOTICE_OK.label}
              </button>
              <a href={paths.checkout}>Proceed to checkout</a>
            </span>
          }
        >
          {notice}
        </Alert>
      ) : null}
      {notice && cart?.offers.plan ? (
        <ul className="cart-offers">
          <PlanOffer plan={cart.offers.plan} mutate={(mutation) => getCartStore().mutate(mutation)} />
        </ul>
      ) : null}
      {state?.unanswered ? <OfflineNote waiting={state.busy} /> : null}
      {cart === null && !failed ? <Loading /> : null}
      {cart === null && failed ? (
        <Alert tone="error" live action={<a href={paths.cart}>Go to cart</a>}>
          We couldn’t load your cart. Nothing is lost.
        </Alert>
      ) : null}
      {cart && cart.lines.length > 0 ? <Lines cart={cart} /> : null}
      {cart && cart.lines.length === 0 ? (
        <EmptyState
          title="Your cart is empty"
          level="h3"
          action={{ href: paths.sizes, label: 'Find tires by size' }}
        >
          Every tire shows its tread, its date and its price.
        </EmptyState>
      ) : null}
    </Dialog>
  )
}
