/** Tests each limit of the platform from both sides: abuse is stopped, an office behind one address is not. */
import type { Context } from 'hono'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import { PLATFORM_LIMITS, type PlatformLimitName } from '../../../schema/platform/limits/limits.ts'
import { isRateLimited } from './rate-limit.ts'

/** A fake of the platform's limits with the values of `wrangler.toml` and its own clock. */
function platform() {
  let now = 0
  const counts = new Map<string, number>()
  const bindings = Object.entries(PLATFORM_LIMITS).map(([name, { max }]) => {
    const limit = async ({ key }: { key: string }) => {
      const id = `${name} ${Math.floor(now / MINUTE_MS)} ${key}`
      counts.set(id, (counts.get(id) ?? 0) + 1)
      return { success: (counts.get(id) ?? 0) <= max }
    }
    return [name, { limit }]
  })
  const env = Object.fromEntries(bindings)
  return {
    wait: (ms: number) => {
      now += ms
    },
    from: (address: string) => ({ env, req: { header: () => address } }) as unknown as Context,
  }
}

type Rows = [what: string, limit: PlatformLimitName, purpose: string, per: string | undefined][]
const ROWS: Rows = Object.entries(PLATFORM_LIMITS).flatMap(([limit, { purposes }]) =>
  Object.entries(purposes as Record<string, { what: string; per?: string }>).map(
    ([purpose, { what, per }]): Rows[number] => [what, limit as PlatformLimitName, purpose, per],
  ),
)
const NETWORKS = ROWS.filter(([, , , per]) => per === undefined)

const isOver = (c: Context, limit: PlatformLimitName, purpose: string, key: string | null = null) =>
  isRateLimited(c, limit, purpose as never, key)

describe('[audit A13] limits of the platform', () => {
  test.each(ROWS)('%s: a client that repeats it too often is stopped', async (_, limit, purpose, per) => {
    const c = platform().from('203.0.113.9')
    const { max } = PLATFORM_LIMITS[limit]
    const key = per === undefined ? null : 'the same'
    for (let at = 0; at < max; at += 1) expect(await isOver(c, limit, purpose, key)).toBe(false)
    expect(await isOver(c, limit, purpose, key)).toBe(true)
    const other = per === undefined ? null : 'another'
    const neighbor = { ...c, req: { header: () => '203.0.113.10' } } as unknown as Context
    expect(await isOver(neighbor, limit, purpose, other)).toBe(false)
  })

  test.each(NETWORKS)(
    '%s: thirty people of an office behind one address are not stopped',
    async (_, limit, purpose) => {
      const office = platform()
      for (let person = 0; person < 30; person += 1) {
        expect(await isOver(office.from('203.0.113.9'), limit, purpose)).toBe(false)
        office.wait(15_000)
      }
    },
  )

  test.each(NETWORKS)('%s: a client with all networks of a /56 is stopped', async (_, limit, purpose) => {
    const platformHarness = platform()
    const { max, wider } = PLATFORM_LIMITS[limit]
    const [widerLimit] = wider ?? []
    if (widerLimit === undefined) throw new Error('counts no wider network')
    const answers: boolean[] = []
    for (let at = 0; at < 65_536 && !answers.at(-1); at += 1) {
      const c = platformHarness.from(`2001:db8:7:${(at % 256).toString(16)}::${at.toString(16)}`)
      answers.push(await isOver(c, limit, purpose))
    }
    expect(answers.length - 1).toBe(PLATFORM_LIMITS[widerLimit].max)
    expect(answers.length - 1).toBeGreaterThan(max)
    // Another office of the same provider is not limited.
    expect(await isOver(platformHarness.from('2001:db8:7:ff00::1'), limit, purpose)).toBe(false)
  })

  test('a client with all networks of a /48, as tunnels provide, is stopped', async () => {
    const platformHarness = platform()
    const { wider } = PLATFORM_LIMITS.ORDER_LIMIT
    const answers: boolean[] = []
    for (let at = 0; at < 65_536 && !answers.at(-1); at += 1) {
      const c = platformHarness.from(`2001:db8:7:${((at * 257) % 65_536).toString(16)}::1`)
      answers.push(await isOver(c, 'ORDER_LIMIT', 'order'))
    }
    expect(answers.length - 1).toBe(PLATFORM_LIMITS[wider[1]].max)
  })
})
