import { expect, test } from 'vitest'
import { OUTAGE_MESSAGES, OUTAGE_TITLES, type Outage, RETRY_AFTER_SECONDS, STALE_PAGE } from './outage.ts'

const KINDS = Object.keys(OUTAGE_MESSAGES) as Outage[]

test('[audit C1] each outage has a title, a message with the time to wait, and a `Retry-After` time', () => {
  for (const kind of KINDS) {
    expect(OUTAGE_TITLES[kind], kind).not.toBe('')
    expect(OUTAGE_MESSAGES[kind], kind).toMatch(/minute|seconds/)
    expect(RETRY_AFTER_SECONDS[kind], kind).toBeGreaterThan(0)
  }
})

test('[audit C1] only messages of outages with a known outcome state that nothing was changed', () => {
  const unchanged = KINDS.filter((kind) => /Nothing was changed/.test(OUTAGE_MESSAGES[kind]))
  expect(unchanged).toEqual(['database', 'full'])
  const unsure = KINDS.filter((kind) => /don’t know yet/.test(OUTAGE_MESSAGES[kind]))
  expect(unsure).toEqual(['object', 'chat', 'mounting'])
  expect(KINDS.filter((kind) => /your cart/i.test(OUTAGE_MESSAGES[kind]))).toEqual(['object'])
})

test('[audit C1] a cached page during an outage has a note about its stock', () => {
  expect(STALE_PAGE).toMatch(/a little earlier.*won’t be able/)
})
