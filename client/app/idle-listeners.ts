/**
 * What may wait until the page rests: until then each of these is a link or a form that works by itself. One file, so
 * that the first load does not carry it.
 */

import { listenToWishes } from '../account/saved/wish-list.ts'
import { listenToConsent } from '../content/analytics/consent.ts'
import { listenToEvents } from '../content/analytics/events.ts'
import { listenToAsk } from '../content/chat/chat-launcher.ts'
import { resumeTasks } from '../identity/session/resume-queued-tasks.ts'
import { listenToAccount } from '../identity/sign-in/open-sign-in.ts'
import { listenAround } from './chrome.ts'
import { listenToConnection } from './connection-status.ts'

export function listenAtRest(): void {
  listenToAccount()
  listenToConnection()
  listenAround()
  listenToAsk()
  listenToConsent()
  listenToEvents()
  listenToWishes()
  resumeTasks()
}
