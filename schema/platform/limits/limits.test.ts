import { expect, test } from 'vitest'
import { HOUR_MS } from '../duration.ts'
import { CARD_LIMITS, GUESS_LIMITS, PLATFORM_LIMITS, WIDER_NETWORKS } from './limits.ts'

test('[audit A13] the networks around an IPv6 network may do more than it, the wider the more', () => {
  const limits = Object.values(PLATFORM_LIMITS)
  for (const { max, wider } of limits) {
    if (wider === null) continue
    const [near, far] = wider.map((name) => PLATFORM_LIMITS[name].max)
    expect(near).toBeGreaterThan(max)
    expect(far).toBeGreaterThan(near ?? 0)
  }
  expect([...WIDER_NETWORKS].sort((a, b) => a - b)).toEqual([...WIDER_NETWORKS])
  expect(Math.min(...WIDER_NETWORKS)).toBeGreaterThan(1)
})

test('[audit A10] an owner has more attempts than a stranger, and most while nobody attacks', () => {
  const { device, network, attackedNetwork, strangers } = GUESS_LIMITS
  expect(device.max).toBeGreaterThan(network.max)
  expect(network.max).toBeGreaterThan(attackedNetwork.max)
  expect(attackedNetwork.max).toBeGreaterThan(0)
  // One network alone never makes an account an attacked one.
  expect((network.max * HOUR_MS) / network.windowMs).toBeLessThan(strangers.max)
})

test('an office may have more refused cards than one cart or one buyer', () => {
  expect(CARD_LIMITS.network.max).toBeGreaterThan(Math.max(CARD_LIMITS.cart.max, CARD_LIMITS.mailbox.max))
})
