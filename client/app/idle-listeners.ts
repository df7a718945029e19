/**
 * What may wait until the page rests: until then each of these is a link or a form that works by itself. One file, so
 * that the first load does not carry it.
 */

import { enhanceWishList } from '../account/saved/wish-list.ts'
import { initConsent } from '../content/analytics/consent.ts'
import { initAnalytics } from '../content/analytics/events.ts'
import { enhanceChatLinks } from '../content/chat/chat-launcher.ts'
import { setSessionPorts } from '../identity/session/session-ports.ts'
import { enhanceAccountLink } from '../identity/sign-in/open-sign-in.ts'
import { initConnectionStatus } from './connection-status.ts'
import { resumeQueuedTasks } from './resume-queued-tasks.ts'
import { initSiteChrome } from './site-chrome.ts'

export function initIdleListeners(): void {
  setSessionPorts(() => import('./session-work.ts'))
  enhanceAccountLink()
  initConnectionStatus()
  initSiteChrome()
  enhanceChatLinks()
  initConsent()
  initAnalytics()
  enhanceWishList()
  resumeQueuedTasks()
}
