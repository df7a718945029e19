/**
 * The script of every content page: a few kilobytes of plain JavaScript. React comes with the first island that
 * wakes; all the rest is links and forms.
 */
import { listenToAddForms } from './islands/add-form.ts'
import { followCookies } from './islands/cart-count.ts'
import { listenToCompare } from './islands/compare.ts'
import { followRoute } from './islands/follow-route.ts'
import { listenToMenu } from './islands/menu.ts'
import { mountIslands } from './islands/mount.ts'
import { listenToMyCar } from './islands/my-car.ts'
import { listenToCartLink } from './islands/open-mini-cart.ts'
import { listenToSizeHelp } from './islands/open-size-help.ts'
import { listenToPrices } from './islands/price-clock.ts'

followRoute()
followCookies()
mountIslands()
listenToAddForms()
listenToCartLink()
listenToCompare()
listenToMenu()
listenToMyCar()
listenToPrices()
listenToSizeHelp()
// Last, when the page rests: nothing on it waits for this.
;(window.requestIdleCallback ?? setTimeout)(() =>
  import('./islands/at-rest.ts').then(({ listenAtRest }) => listenAtRest()).catch(() => {}),
)
