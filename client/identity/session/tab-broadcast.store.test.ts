import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let tab: typeof import('./tab-broadcast.store.ts')
let other: BroadcastChannel
beforeEach(async () => {
  vi.resetModules()
  tab = await import('./tab-broadcast.store.ts')
  other = new BroadcastChannel(tab.TAB_CHANNEL)
})
afterEach(() => other.close())

test('[D2] a change in one tab reaches the others', async () => {
  const received = new Promise((resolve) => {
    other.onmessage = (event) => resolve((event as MessageEvent<number>).data)
  })
  tab.broadcastToTabs(3)
  expect(await received).toBe(3)
})

test('[D2] a change in another tab reaches each listener that has not unsubscribed', async () => {
  let stopped = 0
  tab.subscribeTabs(() => {
    stopped += 1
  })()
  const arrived = new Promise<void>((resolve) => tab.subscribeTabs(resolve))
  other.postMessage(1)
  await arrived
  expect(stopped).toBe(0)
})

test('[D2] a page does not receive its own messages', async () => {
  let own = 0
  tab.subscribeTabs(() => {
    own += 1
  })
  const delivered = new Promise<void>((resolve) => {
    other.onmessage = () => resolve()
  })
  tab.broadcastToTabs(2)
  await delivered
  expect(own).toBe(0)
})
