import type { Context } from 'hono'
import { expect, test } from 'vitest'
import { clientNetwork, widerClientNetworks } from './client-network.ts'

function from(address: string): Context {
  return { req: { header: () => address } } as unknown as Context
}

/** Returns the spellings of a group of four hex digits: with or without leading zeros, in upper or lower case. */
function spellings(group: number): string[] {
  const short = group.toString(16)
  return [short, short.padStart(4, '0'), short.toUpperCase()]
}

test('[audit A13] 65,536 addresses of one /64, compressed, are one network', () => {
  const networks = new Set<string>()
  for (let last = 0; last < 65_536; last += 1) {
    // 2001:db8:0:0:… is compressed to 2001:db8::…, so that splitting at colons would return the wrong groups.
    const [a, b, c] = spellings(last)
    const spelled = [`2001:db8::${a}`, `2001:0DB8::${b}`, `2001:db8::${last % 7}:0:${c}`][last % 3]
    networks.add(clientNetwork(from(spelled ?? '')))
  }
  expect([...networks]).toEqual(['2001:db8:0:0:0:0:0:0/64'])
})

test.each([
  ['an address of version 4', '203.0.113.9', '203.0.113.9', []],
  ['an address of version 4, written as version 6', '::ffff:203.0.113.9', '203.0.113.9', []],
  ['an address of version 4, written as version 6 in hex', '::FFFF:cb00:7109', '203.0.113.9', []],
  ['the loopback of version 6', '::1', '0:0:0:0:0:0:0:0/64', ['0:0:0:0:0:0:0:0/56', '0:0:0:0:0:0:0:0/48']],
  [
    'an address of version 6',
    '2001:db8:12:34ff::9',
    '2001:db8:12:34ff:0:0:0:0/64',
    ['2001:db8:12:3400:0:0:0:0/56', '2001:db8:12:0:0:0:0:0/48'],
  ],
  [
    'an address with a zone',
    'fe80::1%eth0',
    'fe80:0:0:0:0:0:0:0/64',
    ['fe80:0:0:0:0:0:0:0/56', 'fe80:0:0:0:0:0:0:0/48'],
  ],
  ['no address', '', '', []],
  ['an invalid address', 'unknown:::', '', []],
])('[audit A13] %s: %s', (_, address, own, wider) => {
  expect(clientNetwork(from(address))).toBe(own)
  expect(widerClientNetworks(from(address))).toEqual(wider)
})
