import { useCallback, useEffect, useState } from 'react'
import type { CartLineView, CartView } from '../../schema/api/cart.ts'
import type { Reply } from '../../schema/api/reply.ts'
import { countOf, minicartCount, pricePerTire } from '../../schema/domain/cart-words.ts'
import { formatMoney } from '../../schema/domain/money.ts'
import { paths } from '../../schema/paths.ts'
import { emit } from '../store/events.ts'
import { LinkButton } from '../ui/button.tsx'
import { ChoiceList } from '../ui/choice-list.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { cartChanged } from './cart-count.ts'
import { OPEN_MINI_CART } from './open-mini-cart.ts'

type State = { kind: 'loading' } | { kind: 'failed' } | { kind: 'ready'; cart: CartView }

async function readCart(): Promise<State> {
  try {
    const response = await fetch('/api/ext/cart', { headers: { Accept: 'application/json' } })
    const { code, result } = (await response.json()) as Reply<CartView>
    return code === 200 ? { kind: 'ready', cart: result } : { kind: 'failed' }
  } catch {
    return { kind: 'failed' }
  }
}

const plural = (tires: number) => (tires === 1 ? '1 tire' : `${tires} tires`)

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
          {countOf(line)}, {pricePerTire(line)}
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
          <span>{totals.placeKnown ? 'Total' : 'So far'}</span>
          <span>{formatMoney(totals.grandTotal)}</span>
        </p>
        <p className="quiet t-14">
          {totals.placeKnown
            ? 'Tax and tire fees included.'
            : 'Shipping is free. Tax and tire fees follow from the ZIP code.'}
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

function Waiting() {
  return (
    <div className="mini-waiting">
      <p className="visually-hidden" role="status">
        Loading the cart
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

/** The cart as a drawer: what is in it, what it costs, and the two ways on. */
export default function MiniCart() {
  const [open, setOpen] = useState(false)
  const [state, setState] = useState<State>({ kind: 'loading' })
  const show = useCallback(() => {
    setOpen(true)
    void readCart().then((next) => {
      setState(next)
      if (next.kind !== 'ready') return
      const { lines, totals } = next.cart
      cartChanged(minicartCount(next.cart))
      emit({ kind: 'cart', skus: lines.map(({ sku }) => sku), total: totals.grandTotal })
    })
  }, [])
  useEffect(() => {
    document.addEventListener(OPEN_MINI_CART, show)
    return () => document.removeEventListener(OPEN_MINI_CART, show)
  }, [show])

  const title = state.kind === 'ready' && state.cart.tires > 0 ? `Cart, ${plural(state.cart.tires)}` : 'Cart'
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title={title} place="end" closeLabel="Close">
      {state.kind === 'loading' ? <Waiting /> : null}
      {state.kind === 'failed' ? (
        <Note tone="error" live action={<a href={paths.cart}>Go to cart</a>}>
          The cart did not answer. Nothing in it is lost.
        </Note>
      ) : null}
      {state.kind === 'ready' && state.cart.lines.length > 0 ? <Lines cart={state.cart} /> : null}
      {state.kind === 'ready' && state.cart.lines.length === 0 ? (
        <EmptyState
          title="Nothing in it yet"
          level="h3"
          action={{ href: paths.sizes, label: 'Find tires by size' }}
        >
          Every tire shows its tread, its date and its price per tire.
        </EmptyState>
      ) : null}
    </Dialog>
  )
}
