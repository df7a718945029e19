/** What header and footer do on every page, the app's included. */
import { listenToNewsletter } from '../content/newsletter/newsletter-loader.ts'
import { listenToPlace } from '../identity/location/location.ts'
import { watchSession } from '../identity/session/session-expiry-watch.ts'

let listening = false

/** Once a page: most pages of the app load the script of content pages beside their own. */
export function listenAround(): void {
  if (listening) return
  listening = true
  listenToNewsletter()
  listenToPlace()
  watchSession()
}
