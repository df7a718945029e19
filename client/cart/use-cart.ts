/** The state of the cart screen: follows the cart store, reports the cart to analytics and checks stock when the page becomes visible. */
import { useEffect } from 'react'
import type { CartView } from '../../schema/cart/cart.api.ts'
import { trackEvent } from '../platform/analytics/events.store.ts'
import { checkStock } from './stock/check-stock.ts'
import { getCartStore } from './sync/browser-cart.store.ts'
import type { CartMutation } from './sync/optimistic-cart.ts'
import { useCartStore } from './use-cart-store.ts'

export function useCart(loaded: CartView) {
  const state = useCartStore(loaded)
  const confirmed = state?.cart.view ?? loaded
  useEffect(() => {
    const { lines, totals } = confirmed
    trackEvent({ kind: 'cart', skus: lines.map(({ sku }) => sku), total: totals.grandTotal })
  }, [confirmed])
  useEffect(() => {
    const check = () => {
      if (!document.hidden) void checkStock(getCartStore())
    }
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [])
  return {
    cart: state?.view ?? loaded,
    busy: state?.busy ?? false,
    message: state?.message ?? null,
    unanswered: state?.unanswered ?? false,
    mutate: (mutation: CartMutation) => getCartStore().mutate(mutation),
  }
}
