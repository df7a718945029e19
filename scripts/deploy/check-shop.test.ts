import { expect, test } from 'vitest'
import { checkShop } from './check-shop.ts'

test('[H4] the check says once that it waits for an address which does not answer yet, and for how long', async () => {
  const lines: string[] = []
  let waited = 0
  const problems = await checkShop({
    siteUrl: 'https://shop.example',
    worker: 'treadline',
    version: 'v1',
    hasStock: false,
    fetch: async () => new Response('no Worker here', { status: 404 }),
    log: (line) => void lines.push(line),
    wait: async (ms) => {
      waited += ms
    },
  })
  expect(problems).toEqual(['https://shop.example does not answer with version v1'])
  expect(lines).toEqual(['  waiting for https://shop.example to answer, at most 90 s …'])
  expect(waited).toBeGreaterThanOrEqual(90_000)
})
