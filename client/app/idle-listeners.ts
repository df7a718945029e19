/**
 * What may wait until the page rests: until then each of these is a link or a form that works by itself. One file, so
 * that the first load does not carry it.
 */

import { enhanceWishList } from '../account/saved/wish-list.ts'
import { initConsent } from '../content/analytics/consent.ts'
import { initAnalytics } from '../content/analytics/events.ts'
import { enhanceChatLinks } from '../content/chat/chat-launcher.ts'
import { resumeQueuedTasks } from '../identity/session/resume-queued-tasks.ts'
import { enhanceAccountLink } from '../identity/sign-in/open-sign-in.ts'
import { initSiteChrome } from './chrome.ts'
import { initConnectionStatus } from './connection-status.ts'

export function initIdleListeners(): void {
  enhanceAccountLink()
  initConnectionStatus()
  initSiteChrome()
  enhanceChatLinks()
  initConsent()
  initAnalytics()
  enhanceWishList()
  resumeQueuedTasks()
}
