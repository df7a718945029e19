/** The check of a deployment, in the shop that a deployment would upload. */
import { expect, test } from 'vitest'
import { checkShop } from '../scripts/deploy/check-shop.ts'
import { shopUrl } from './shop.ts'

test('[H4] the check of a deployment finds nothing wrong in a working shop', async () => {
  const { result } = await (await fetch(`${shopUrl}/healthz`)).json()
  const check = { siteUrl: shopUrl, worker: 'treadline', version: result.release, hasStock: true, fetch }
  const lines: string[] = []
  expect(await checkShop({ ...check, log: (line) => lines.push(line) })).toEqual([])
  expect(lines).toEqual([])
})
