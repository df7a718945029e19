/**
 * What may wait until the page rests: until then each of these is a link or a form that works by itself. One file, so
 * that the first load does not carry it.
 */
import { listenAround } from './around.ts'
import { listenToAsk } from './ask.ts'
import { listenToConsent } from './consent.ts'
import { listenToEvents } from './events.ts'
import { listenToConnection } from './offline.ts'
import { listenToAccount } from './open-sign-in.ts'
import { resumeTasks } from './resume-tasks.ts'
import { listenToWishes } from './wish.ts'

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
