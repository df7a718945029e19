/** Reloads the checkout after its cart changed in another tab or on another device, and shows a notice. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { CartView } from '../../../schema/cart/cart.api.ts'
import { getCartStore } from '../../cart/sync/browser-cart.store.ts'
import { useCartStore } from '../../cart/use-cart-store.ts'

/** Reloads the checkout after an external change of the cart; `notify` gets the message. */
export function useExternalCartChanges(loaded: CartView, notify: (text: string) => void): void {
  const router = useRouter()
  const stored = useCartStore(loaded)
  const { key = loaded.key, version = 0 } = stored?.cart.view ?? {}
  const isOther = key !== loaded.key || version > loaded.version
  useEffect(() => {
    if (isOther) void router.invalidate()
  }, [isOther, router])
  const listener = useRef(notify)
  listener.current = notify
  const message = stored?.message?.about === 'elsewhere' ? stored.message : null
  useEffect(() => {
    if (message) listener.current(message.text)
  }, [message])
}

/**
 * Sends the pending mutations of the cart before the order, so that the order has the cart that the browser shows.
 * Without a connection the mutations stay queued, and so does the order.
 */
export async function flushPendingCartChanges(): Promise<void> {
  if (navigator.onLine) await getCartStore().flush({ now: true })
}
