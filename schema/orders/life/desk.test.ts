import { expect, test } from 'vitest'
import { parseRecipients } from './desk.ts'

test('recipients are separated by commas, semicolons or spaces', () => {
  expect(parseRecipients('help@a.example, desk@a.example;  ')).toEqual(['help@a.example', 'desk@a.example'])
  expect(parseRecipients(undefined)).toEqual([])
})
