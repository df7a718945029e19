/** docs/limits.md and wrangler.toml agree with the table of limits. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../schema/platform/duration.ts'
import type { LimitRow } from '../schema/platform/limits/limit-row.ts'
import { PLATFORM_LIMITS, WIDER_NETWORKS } from '../schema/platform/limits/limits.ts'
import { MAIL_LIMITS } from '../schema/platform/limits/mail-limits.ts'
import { LIMIT_ROWS, MAIL_ROWS } from './limit-rows.ts'

const FOREWORD = `# Rate limits

Every limit of the shop, written from \`scripts/limit-rows.ts\`, which reads the limits of the code. After a change there run
\`npx vitest run --project rules scripts/limits.test.ts -u\`, which writes this file anew.

A network is an IPv4 address or the /64 of an IPv6 address. Where a limit counts networks, the /56 and the /48 around an IPv6
network are counted too, with larger limits: ${WIDER_NETWORKS.join(' and ')} times as many where D1 counts, and where the platform counts what
\`wider\` names there. Limits of the platform are counted in one place of its network at a time and may let a few more through;
what D1 counts is exact. Mailboxes are counted however their address is spelled (\`a.b+c@gmail.com\` is \`ab@gmail.com\`).

| what | counted per | within | at most | then |
|---|---|---|--:|---|
`

function within(windowMs: number | null): string {
  if (windowMs === null) return 'at any moment'
  const [size, name] =
    windowMs >= DAY_MS ? [DAY_MS, 'day'] : windowMs >= HOUR_MS ? [HOUR_MS, 'hour'] : [MINUTE_MS, 'minute']
  const count = windowMs / size
  return count === 1 ? `a ${name}`.replace('a hour', 'an hour') : `${count} ${name}s`
}

function line({ what, per, windowMs, max, answer }: LimitRow): string {
  return `| ${what} | ${per} | ${within(windowMs)} | ${max} | ${answer} |\n`
}

test('[audit A13] docs/limits.md shows the table of limits', async () => {
  await expect(`${FOREWORD}${LIMIT_ROWS.map(line).join('')}`).toMatchFileSnapshot('../docs/limits.md')
})

test('[audit A13] wrangler.toml has the platform limits of the table', () => {
  const blocks = readFileSync('wrangler.toml', 'utf8').split('[[ratelimits]]').slice(1)
  const configured = blocks.map((block) => {
    const [, name, limit] = /name = "(\w+)"[\s\S]*?limit = (\d+), period = 60/.exec(block) ?? []
    return [name, Number(limit)]
  })
  const expected = Object.entries(PLATFORM_LIMITS).map(([name, { max }]) => [name, max])
  expect(configured.sort()).toEqual(expected.sort())
  const spaces = blocks.map((block) => /namespace_id = "(\d+)"/.exec(block)?.[1])
  expect(new Set(spaces).size).toBe(blocks.length)
})

test('[audit A13] a wider network has a larger limit', () => {
  for (const { max, wider } of Object.values(PLATFORM_LIMITS)) {
    const steps = [max, ...(wider ?? []).map((name) => PLATFORM_LIMITS[name].max)]
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b))
  }
})

test('each limit has an answer, and no two rows count the same', () => {
  const names = LIMIT_ROWS.map(({ what, per, windowMs }) => `${what} per ${per} within ${windowMs}`)
  expect(new Set(names).size).toBe(names.length)
  for (const { what, max, answer } of LIMIT_ROWS) {
    expect(answer, what).toMatch(/\.$/)
    expect(max, what).toBeGreaterThan(0)
  }
})

test('[audit A4] each kind of mail has limits per hour and day, and the row says what happens beyond them', () => {
  for (const { what, hour, day, beyond } of Object.values(MAIL_LIMITS)) {
    const rows = MAIL_ROWS.filter((row) => row.what === what)
    expect(rows.map(({ per, max }) => [per, max])).toEqual([
      ['mailbox', hour],
      ['mailbox', day],
    ])
    expect(rows[1]?.windowMs).toBe(DAY_MS)
    expect(day).toBeGreaterThanOrEqual(hour)
    for (const { answer } of rows) expect(answer).toMatch(beyond === 'later' ? /waits/ : /^Not sent/)
  }
})
