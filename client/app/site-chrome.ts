/** The scripts of header and footer on every page, including pages of the app. */
import { enhanceVehicleLinks } from '../catalog/vehicle/open-vehicle-dialog.ts'
import { enhanceNewsletterForm } from '../content/newsletter/newsletter-loader.ts'
import { initLocation } from '../identity/location/location.ts'
import { watchSessionExpiry } from './session-expiry-watch.ts'

let listening = false

/** Starts the scripts once per page: most pages of the app also load the script of content pages, which calls this too. */
export function initSiteChrome(): void {
  if (listening) return
  listening = true
  enhanceNewsletterForm()
  initLocation()
  enhanceVehicleLinks()
  watchSessionExpiry()
}
