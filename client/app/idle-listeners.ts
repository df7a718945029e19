/**
 * Scripts that are loaded when the page is idle: until then each feature is a link or a form that works without
 * script. They are imported in one file, so that the first load does not include them.
 */

import { enhanceWishList } from '../account/saved/wish-list.ts'
import { initConsent } from '../content/analytics/consent.ts'
import { initAnalytics } from '../content/analytics/events.ts'
import { enhanceChatLinks } from '../content/chat/chat-launcher.ts'
import { setSessionPorts } from '../identity/session/session-ports.ts'
import { enhanceAccountLink } from '../identity/sign-in/open-sign-in.ts'
import { followBookingMenus } from '../orders/mounting/booking-menus.ts'
import { initConnectionStatus } from './connection-status.ts'
import { resumeQueuedTasks } from './resume-queued-tasks.ts'
import { initSiteChrome } from './site-chrome.ts'

const STARTS = [
  followBookingMenus,
  () => setSessionPorts(() => import('./session-end.ts')),
  enhanceAccountLink,
  initConnectionStatus,
  initSiteChrome,
  enhanceChatLinks,
  initConsent,
  initAnalytics,
  enhanceWishList,
  resumeQueuedTasks,
]

/** Starts them one after the other, in tasks of their own: a phone handles a touch between two of them. */
export async function initIdleListeners(): Promise<void> {
  for (const start of STARTS) {
    start()
    await new Promise((next) => setTimeout(next))
  }
}
