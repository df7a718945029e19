/** What header and footer do on every page, the app's included. */
import { listenToNewsletter } from './newsletter.ts'
import { listenToPlace } from './place.ts'

export function listenAround(): void {
  listenToNewsletter()
  listenToPlace()
}
