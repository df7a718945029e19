/** The cart on the screen: changes show at once, go to the server one after another, and are undone when refused. */
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CartView } from '../../../schema/api/cart.ts'
import type { CartFormFields } from '../../../schema/api/cart-form.ts'
import { NO_ANSWER, postCartForm } from '../../call.ts'
import { announceCart, subscribeCart } from '../../store/cart-news.ts'
import { emit } from '../../store/events.ts'
import { addWish, type CartWish, expectAll } from './expected-cart.ts'

/** spec §9: a removal is shown at once and sent after this long. */
const REMOVAL_DELAY_MS = 500

export interface CartMessage {
  good: boolean
  text: string
  /** Which part of the screen it is about. */
  about: CartWish['kind']
}

export function useCart(loaded: CartView) {
  const router = useRouter()
  const [confirmed, setConfirmed] = useState(loaded)
  const [waiting, setWaiting] = useState<readonly CartWish[]>([])
  const [message, setMessage] = useState<CartMessage | null>(null)
  const queue = useRef<readonly CartWish[]>([])
  const sending = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const shownLines = useRef(loaded.lines)
  shownLines.current = confirmed.lines
  useEffect(() => {
    const { lines, totals } = confirmed
    emit({ kind: 'cart', skus: lines.map(({ sku }) => sku), total: totals.grandTotal })
  }, [confirmed])

  // What the loader read anew (another tab, an order, the back button) replaces what is shown. Versions cannot be
  // compared here: the cart that follows an order starts from one again. While a change is on its way, its own answer
  // is the newer one.
  useEffect(() => {
    if (!sending.current) setConfirmed(loaded)
  }, [loaded])

  const flush = useCallback(
    async (options: { keepalive?: boolean } = {}) => {
      clearTimeout(timer.current)
      if (sending.current) return
      sending.current = true
      for (let wish = queue.current[0]; wish; wish = queue.current[0]) {
        const answer = await postCartForm(fieldsOf(wish), options)
        queue.current = queue.current.filter((other) => other !== wish)
        setWaiting(queue.current)
        if (answer.ok) {
          const { view, count, message: text } = answer.value
          const gone =
            wish.kind === 'remove' && shownLines.current.find(({ itemId }) => itemId === wish.itemId)
          if (gone) emit({ kind: 'remove', sku: gone.sku, qty: gone.qty })
          setConfirmed(view)
          setMessage({ good: true, text, about: wish.kind })
          announceCart(count)
        } else {
          // What waits behind a refused change was made on a cart that never came to be.
          queue.current = queue.current.filter((other) => !sameLine(other, wish))
          setWaiting(queue.current)
          setMessage({ good: false, text: answer.message, about: wish.kind })
          // Offline there is nothing to read; what was confirmed last stands again by itself.
          if (answer.code !== NO_ANSWER) void router.invalidate()
        }
      }
      sending.current = false
    },
    [router],
  )

  const ask = useCallback(
    (wish: CartWish) => {
      queue.current = addWish(queue.current, wish)
      setWaiting(queue.current)
      setMessage(null)
      clearTimeout(timer.current)
      // A new removal starts the wait anew, so that several go together.
      if (wish.kind === 'remove') timer.current = setTimeout(() => void flush(), REMOVAL_DELAY_MS)
      else void flush()
    },
    [flush],
  )

  useEffect(() => {
    const stop = subscribeCart(() => {
      if (!sending.current && queue.current.length === 0) void router.invalidate()
    })
    const leaving = () => void flush({ keepalive: true })
    addEventListener('pagehide', leaving)
    return () => {
      stop()
      removeEventListener('pagehide', leaving)
    }
  }, [router, flush])

  return { cart: expectAll(confirmed, waiting), busy: waiting.length > 0, message, ask }
}

function sameLine(a: CartWish, b: CartWish): boolean {
  return 'itemId' in a && 'itemId' in b && a.itemId === b.itemId
}

function fieldsOf(wish: CartWish): CartFormFields {
  switch (wish.kind) {
    case 'qty':
      return { action: 'set', item_id: String(wish.itemId), qty: String(wish.qty) }
    case 'remove':
      return { action: 'remove', item_id: String(wish.itemId) }
    case 'coupon':
      return { action: 'coupon', coupon: wish.code }
    case 'coupon-off':
      return { action: 'coupon-remove' }
    case 'zip':
      return { action: 'zip', zip: wish.zip }
  }
}
