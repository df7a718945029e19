import { expect, test } from 'vitest'
import { toAnalyticsPhone } from './analytics-phone.ts'

test('events have only phone numbers of the United States, with the country code', () => {
  expect(['(312) 555-0142', '+1 312 555 0142', '312555014', '', 'call me'].map(toAnalyticsPhone)).toEqual([
    '+13125550142',
    '+13125550142',
    null,
    null,
    null,
  ])
})
