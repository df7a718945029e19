/**
 * The script of every content page: a few kilobytes of plain JavaScript. React is loaded with the first island
 * that is hydrated; everything else is links and forms.
 */
import { ISLANDS } from './app/island-registry.ts'
import { enhanceAddToCartForms } from './cart/buying/add-to-cart-form.ts'
import { watchCookieState } from './cart/cart-badge.ts'
import { enhanceCartLink } from './cart/open-mini-cart.ts'
import { enhanceCompare } from './catalog/compare/compare.ts'
import { schedulePriceRefresh } from './catalog/product/price-refresh-schedule.ts'
import { enhanceSizeHelpLink } from './catalog/sizes/open-size-help.ts'
import { enhanceSavedVehicle } from './catalog/vehicle/saved-vehicle.ts'
import { scheduleHydration } from './platform/islands/hydration.ts'
import { enhanceMenu } from './platform/islands/menu.ts'
import { trackRouteHistory } from './platform/islands/route-history.ts'

trackRouteHistory()
scheduleHydration(ISLANDS)
enhanceAddToCartForms()
enhanceCartLink()
enhanceMenu()
enhanceSizeHelpLink()
// In a task of its own, because the browser's storage blocks a phone at its first use.
setTimeout(() => {
  watchCookieState()
  enhanceCompare()
  enhanceSavedVehicle()
  schedulePriceRefresh()
})
// Last, when the page is idle: no feature of the page needs this before.
;(window.requestIdleCallback ?? setTimeout)(() =>
  import('./app/idle-listeners.ts').then(({ initIdleListeners }) => initIdleListeners()).catch(() => {}),
)
