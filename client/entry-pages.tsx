/**
 * The script of every content page: a few kilobytes of plain JavaScript. React comes with the first island that
 * wakes; all the rest is links and forms.
 */
import { ISLANDS } from './app/registry.ts'
import { listenToAddForms } from './cart/buying/add-to-cart-form.ts'
import { followCookies } from './cart/cart-badge.ts'
import { listenToCartLink } from './cart/open-mini-cart.ts'
import { listenToCompare } from './catalog/compare/compare.ts'
import { listenToPrices } from './catalog/product/price-refresh-schedule.ts'
import { listenToSizeHelp } from './catalog/sizes/open-size-help.ts'
import { listenToMyCar } from './catalog/vehicle/saved-vehicle.ts'
import { mountIslands } from './platform/islands/hydration.ts'
import { listenToMenu } from './platform/islands/menu.ts'
import { followRoute } from './platform/islands/route-history.ts'

followRoute()
followCookies()
mountIslands(ISLANDS)
listenToAddForms()
listenToCartLink()
listenToCompare()
listenToMenu()
listenToMyCar()
listenToPrices()
listenToSizeHelp()
// Last, when the page rests: nothing on it waits for this.
;(window.requestIdleCallback ?? setTimeout)(() =>
  import('./app/idle-listeners.ts').then(({ listenAtRest }) => listenAtRest()).catch(() => {}),
)
