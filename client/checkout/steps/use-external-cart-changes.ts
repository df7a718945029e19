/** The cart of a checkout that changes in another tab or on another device: it is read anew, and that is said. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { CartView } from '../../../schema/cart/cart.api.ts'
import { getCartStore } from '../../cart/sync/browser-cart.store.ts'
import { useCartStore } from '../../cart/use-cart-store.ts'

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
  const news = stored?.message?.about === 'elsewhere' ? stored.message : null
  useEffect(() => {
    if (news) listener.current(news.text)
  }, [news])
}

/**
 * Sends the pending mutations of the cart before it is ordered (in the checkout the browser's state comes first). Without a
 * connection they stay in the storage, and so does the order.
 */
export async function flushPendingCartChanges(): Promise<void> {
  if (navigator.onLine) await getCartStore().flush({ now: true })
}
