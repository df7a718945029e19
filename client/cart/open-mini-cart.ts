/** Opens the drawer with the cart on wide screens; elsewhere the cart is a page of its own. Plain DOM. */
import { hydrateIsland } from '../platform/islands/hydration.ts'
import { opensElsewhere } from '../platform/islands/opens-elsewhere.ts'

/** The drawer's island listens for this on the document; the detail is what the drawer says above the lines. */
export const OPEN_MINI_CART = 'mini-cart:open'

function place(): HTMLElement | null {
  return matchMedia('(min-width: 992px)').matches
    ? document.querySelector<HTMLElement>('[data-island="mini-cart"]')
    : null
}

/** Fetches the drawer's code ahead of its use. */
export function preloadMiniCart(): void {
  const island = place()
  if (island) hydrateIsland(island).catch(() => {})
}

/** False when there is no drawer here: the caller says it in another way. */
export async function openMiniCart(said = ''): Promise<boolean> {
  const island = place()
  if (!island) return false
  try {
    await hydrateIsland(island)
  } catch {
    return false
  }
  document.dispatchEvent(new CustomEvent(OPEN_MINI_CART, { detail: said }))
  return true
}

/** The Cart link opens the drawer; with a modifier key, on a phone or without JavaScript it is a link. */
export function enhanceCartLink(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-cart-link]')) {
    link.addEventListener('pointerenter', preloadMiniCart, { once: true })
    link.addEventListener('click', (event) => {
      if (opensElsewhere(event) || !place()) return
      event.preventDefault()
      void openMiniCart().then((opened) => {
        if (!opened) location.assign(link.href)
      })
    })
  }
}
