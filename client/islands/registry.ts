/** Every island by its name. A page names an island; its code is fetched when it is first needed. */
import type { ComponentType } from 'react'

/** Props travel as JSON, so each island's are checked where they are written (`<Island>`), not here. */
type Loader = () => Promise<{ default: ComponentType<never> }>

export const ISLANDS: Record<string, Loader> = {
  'buy-box': () => import('./buy-box.tsx'),
  'cancel-order': () => import('./cancel-order.tsx'),
  'car-fit': () => import('./car-fit.tsx'),
  'contact-form': () => import('./contact-form.tsx'),
  delivery: () => import('./delivery.tsx'),
  filters: () => import('./filters.tsx'),
  finder: () => import('./finder.tsx'),
  gallery: () => import('./gallery.tsx'),
  'mini-cart': () => import('./mini-cart.tsx'),
  'print-button': () => import('./print-button.tsx'),
  search: () => import('./search.tsx'),
  'size-help': () => import('./size-help.tsx'),
  sort: () => import('./sort.tsx'),
}
