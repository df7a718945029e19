/** What header and footer do on every page, the app's included. */
import { listenToNewsletter } from './newsletter.ts'
import { listenToPlace } from './place.ts'
import { watchSession } from './session-watch.ts'

let listening = false

/** Once a page: most pages of the app load the script of content pages beside their own. */
export function listenAround(): void {
  if (listening) return
  listening = true
  listenToNewsletter()
  listenToPlace()
  watchSession()
}
