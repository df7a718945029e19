/** Opens the mini-cart on wide screens; on small screens the cart is a page of its own. Plain DOM. */
import { hydrateIsland } from '../platform/islands/hydration.ts'
import { opensElsewhere } from '../platform/islands/opens-elsewhere.ts'

/** Opens the mini-cart when dispatched on the document; the detail is the message above the lines. */
export const OPEN_MINI_CART = 'mini-cart:open'

function findIsland(): HTMLElement | null {
  return matchMedia('(min-width: 992px)').matches
    ? document.querySelector<HTMLElement>('[data-island="mini-cart"]')
    : null
}

/** Fetches the code of the mini-cart before it is opened. */
export function preloadMiniCart(): void {
  const island = findIsland()
  if (island) hydrateIsland(island).catch(() => {})
}

/** Opens the mini-cart with a message. Returns false where there is none; the caller then shows the message itself. */
export async function openMiniCart(message = ''): Promise<boolean> {
  const island = findIsland()
  if (!island) return false
  try {
    await hydrateIsland(island)
  } catch {
    return false
  }
  document.dispatchEvent(new CustomEvent(OPEN_MINI_CART, { detail: message }))
  return true
}

/** Makes the Cart link open the mini-cart; with a modifier key, on a phone or without JavaScript it stays a link. */
export function enhanceCartLink(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-cart-link]')) {
    link.addEventListener('pointerenter', preloadMiniCart, { once: true })
    link.addEventListener('click', (event) => {
      if (opensElsewhere(event) || !findIsland()) return
      event.preventDefault()
      void openMiniCart().then((opened) => {
        if (!opened) location.assign(link.href)
      })
    })
  }
}
