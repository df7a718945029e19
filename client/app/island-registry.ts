/** Every island by its name. A page names an island; its code is fetched when it is first needed. */
import type { IslandLoader } from '../platform/islands/hydration.ts'

export const ISLANDS: Readonly<Record<string, IslandLoader>> = {
  'buy-box': () => import('../cart/buying/buy-box.island.tsx'),
  'cancel-order': () => import('../orders/life/cancel-order.island.tsx'),
  'vehicle-fit': () => import('../catalog/vehicle/vehicle-fit.island.tsx'),
  'contact-form': () => import('../content/pages/contact-form.island.tsx'),
  delivery: () => import('../cart/totals/delivery.island.tsx'),
  filters: () => import('../catalog/listing/filters.island.tsx'),
  finder: () => import('../catalog/finder/finder.island.tsx'),
  gallery: () => import('../catalog/images/gallery.island.tsx'),
  'mini-cart': () => import('../cart/mini-cart.island.tsx'),
  'print-button': () => import('../catalog/product/print-button.island.tsx'),
  search: () => import('../catalog/search/search.island.tsx'),
  'size-help': () => import('../catalog/sizes/size-help.island.tsx'),
  sort: () => import('../catalog/listing/sort.island.tsx'),
}
