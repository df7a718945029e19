import * as v from 'valibot'
import { expect, test } from 'vitest'
import { freePort } from '../ports.ts'
import { cloudflareApi } from './cloudflare-api.ts'

const open = (baseUrl: string, own: typeof fetch) =>
  cloudflareApi({ baseUrl, account: 'a', token: 't', fetch: own, wait: async () => undefined, timeout: 20 })

test('[H4] a network without a way to Cloudflare is one line that says what to do', async () => {
  const api = open(`http://127.0.0.1:${await freePort()}`, fetch)
  await expect(api.call(v.unknown(), 'GET', '/zones')).rejects.toThrow(
    /^Cloudflare cannot be reached \(ECONNREFUSED\) for GET \/zones: check the network, then run the command again$/,
  )
})

test('[H4] a mistake of our own is not taken for a network that is away', async () => {
  let calls = 0
  const api = open('https://api.test', async () => {
    calls += 1
    throw new RangeError('a mistake of our own')
  })
  await expect(api.call(v.unknown(), 'GET', '/zones')).rejects.toThrow(RangeError)
  expect(calls).toBe(1)
})

test('[H4] an account that never answers is one line that says what to do', async () => {
  const silent: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    )
  await expect(open('https://api.test', silent).call(v.unknown(), 'GET', '/zones')).rejects.toThrow(
    /^Cloudflare did not answer GET \/zones in time: look at its status page, then run the command again$/,
  )
})
