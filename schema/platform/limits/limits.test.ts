import { expect, test } from 'vitest'
import { HOUR_MS } from '../duration.ts'
import { CARD_LIMITS, GUESS_LIMITS, PLATFORM_LIMITS, WIDER_NETWORKS } from './limits.ts'

test('[audit A13] the wider networks around an IPv6 network have larger limits, the widest the largest', () => {
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

test('[audit A10] a known device has more attempts than a network, and a network has fewer during an attack', () => {
  const { device, network, attackedNetwork, strangers } = GUESS_LIMITS
  expect(device.max).toBeGreaterThan(network.max)
  expect(network.max).toBeGreaterThan(attackedNetwork.max)
  expect(attackedNetwork.max).toBeGreaterThan(0)
  // The limit of one network is too small to put an account under attack.
  expect((network.max * HOUR_MS) / network.windowMs).toBeLessThan(strangers.max)
})

test('a network may have more refused cards than one cart or one mailbox', () => {
  expect(CARD_LIMITS.network.max).toBeGreaterThan(Math.max(CARD_LIMITS.cart.max, CARD_LIMITS.mailbox.max))
})
