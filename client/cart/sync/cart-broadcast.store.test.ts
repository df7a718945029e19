import { afterEach, expect, test } from 'vitest'
import {
  broadcastCartChange,
  CART_CHANNEL,
  closeCartChannel,
  onCartBroadcast,
} from './cart-broadcast.store.ts'

let other: BroadcastChannel
afterEach(() => {
  other.close()
  closeCartChannel()
})

test('[D2] a change in one tab reaches the others', async () => {
  other = new BroadcastChannel(CART_CHANNEL)
  const told = new Promise((resolve) => {
    other.onmessage = (event) => resolve((event as MessageEvent<number>).data)
  })
  broadcastCartChange(3)
  expect(await told).toBe(3)
})

test('[D2] a change elsewhere reaches whoever listens here, and nobody who stopped', async () => {
  other = new BroadcastChannel(CART_CHANNEL)
  let stopped = 0
  onCartBroadcast(() => {
    stopped += 1
  })()
  const heard = new Promise<void>((resolve) => onCartBroadcast(resolve))
  other.postMessage(1)
  await heard
  expect(stopped).toBe(0)
})

test('[D2] a page does not answer its own news', async () => {
  other = new BroadcastChannel(CART_CHANNEL)
  let own = 0
  onCartBroadcast(() => {
    own += 1
  })
  const there = new Promise<void>((resolve) => {
    other.onmessage = () => resolve()
  })
  broadcastCartChange(2)
  await there
  expect(own).toBe(0)
})
