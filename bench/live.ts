/** Measures how long after a press of staff shoppers still see the former state of the shop (H14l, H14p). */
import { setTimeout as pause } from 'node:timers/promises'
import { COUNTER_PATHS } from '../schema/staff/counter/counter-paths.ts'
import { type BenchReport, type Goal, toGoal } from './goal.ts'
import { inServedShop } from './served-shop.ts'
import { ownerHeaders, sendForm } from './staff-page.ts'

const ROUNDS = 20
const MAX_SECONDS = 2
/** Pause between two requests of a shopper's page. */
const STEP_MS = 50
/** Longest wait for one change. */
const MAX_WAIT_MS = 15_000

export function measureLive(log: (line: string) => void): Promise<BenchReport> {
  return inServedShop(log, async (shop) => {
    const db = (await shop.miniflare.getD1Database('DB', 'treadline')) as unknown as D1Database
    const headers = await ownerHeaders(db)
    const send = (path: string, fields: Record<string, string>) =>
      sendForm(`${shop.url}${path}`, headers, Object.entries(fields))
    const store = await db
      .prepare("SELECT value FROM config WHERE path = 'stores/1/path'")
      .first<string>('value')
    const { results: tires } = await db
      .prepare(
        "SELECT p.sku FROM product p JOIN stock s USING (stock_sku) WHERE s.qty = 1 AND p.condition = 'Used' AND p.parent_id IS NULL LIMIT ?",
      )
      .bind(ROUNDS)
      .all<{ sku: string }>()
    return [
      await measure('the hours of a store', async (round) => {
        const hours = `Mon to Fri 8 a.m. to ${round} p.m.`
        await send('/staff/settings/form/', {
          ...{ group: 'store-1', 'stores/1/hours': hours, 'version stores/1/hours': String(round) },
        })
        return async () => (await read(`${shop.url}${store}`)).text.includes(hours)
      }),
      await measure('a text', async (round) => {
        const content = `Within ${round + 30} days.`
        await send('/staff/texts/form', {
          ...{ id: 'page/return-policy', version: String(round), action: 'save', content },
          ...{ title: 'Returns', metaDescription: 'How to return', isActive: 'on' },
        })
        return async () => (await read(`${shop.url}/return-policy/`)).text.includes(content)
      }),
      await measure('a redirect', async (round) => {
        const path = `/bench-${round}`
        await send('/staff/redirects/form', {
          ...{ action: 'save', path, location: '/sizes/', version: '0', permanent: 'on' },
        })
        return async () => (await read(`${shop.url}${path}`)).path === '/sizes/'
      }),
      await measure('a tire that the counter holds', async (round) => {
        const href = `/p/${tires[round - 1]?.sku}/x`
        if (!(await read(`${shop.url}${href}`)).text.includes('schema.org/InStock'))
          throw new Error(`${href} is not for sale`)
        await send(COUNTER_PATHS.form, { action: 'scan', code: tires[round - 1]?.sku ?? '' })
        return async () => !(await read(`${shop.url}${href}`)).text.includes('schema.org/InStock')
      }),
    ]
  })
}

async function read(url: string): Promise<{ text: string; path: string }> {
  const reply = await fetch(url)
  return { text: await reply.text(), path: new URL(reply.url).pathname }
}

/** Changes something in each round and returns the longest time until a shopper sees it. */
async function measure(
  what: string,
  change: (round: number) => Promise<() => Promise<boolean>>,
): Promise<Goal> {
  let longest = 0
  for (let round = 1; round <= ROUNDS; round += 1) {
    const isSeen = await change(round)
    const began = performance.now()
    while (!(await isSeen())) {
      if (performance.now() - began > MAX_WAIT_MS) throw new Error(`${what} was never seen`)
      await pause(STEP_MS)
    }
    longest = Math.max(longest, performance.now() - began)
  }
  return toGoal(`${what}, until shoppers see it`, longest / 1_000, {
    ...{ max: MAX_SECONDS, unit: 's', probe: `the slowest of ${ROUNDS}` },
  })
}
