import { expect, test } from 'vitest'
import { findMentions, formatCutoffLeft } from './order-work.ts'

test('[H14o] a note names people by first or whole name, and an email address names nobody', () => {
  const people = ['Casey Jones', 'Casey Ruiz', 'José Díaz'].map((name, at) => ({ id: at + 1, name }))
  expect(findMentions('@casey please call', people)).toEqual([1, 2])
  expect(findMentions('Ask @CaseyRuiz, or (@josé)', people)).toEqual([2, 3])
  expect(findMentions('casey@ruiz.example wrote, mail@casey', people)).toEqual([])
})

test('[H14o] the time until the cut-off at 1 p.m. is counted in the shop’s time zone, on business days', () => {
  // Monday, November 23, 2026: 17:18 UTC is 11:18 in Chicago.
  expect(formatCutoffLeft(Date.UTC(2026, 10, 23, 17, 18))).toBe('1 hour 42 minutes')
  expect(formatCutoffLeft(Date.UTC(2026, 10, 23, 18, 59))).toBe('1 minute')
  expect(formatCutoffLeft(Date.UTC(2026, 10, 23, 19, 0))).toBeNull()
  expect(formatCutoffLeft(Date.UTC(2026, 10, 22, 17, 0))).toBeNull()
})
