/** What header and footer do on every page, the app's included. */
import { enhanceNewsletterForm } from '../content/newsletter/newsletter-loader.ts'
import { initLocation } from '../identity/location/location.ts'
import { watchSessionExpiry } from './session-expiry-watch.ts'

let listening = false

/** Once a page: most pages of the app load the script of content pages beside their own. */
export function initSiteChrome(): void {
  if (listening) return
  listening = true
  enhanceNewsletterForm()
  initLocation()
  watchSessionExpiry()
}
