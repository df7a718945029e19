import { expect, test } from 'vitest'
import { emptyDraft } from '../../checkout/checkout.ts'
import { parseReminderMinutes, reminderDue, reminderEmail } from './abandoned-cart.ts'

const line = {} as never
const cart = { lines: [line], orderNumber: null, updatedAt: 1_000 }

test('[D11] minutes are ascending whole numbers, at most five; an empty setting sends no reminders', () => {
  expect(parseReminderMinutes('60, 1440')).toEqual([60, 1440])
  expect(parseReminderMinutes('')).toEqual([])
  expect(parseReminderMinutes('  ')).toEqual([])
  expect(parseReminderMinutes('1,2,3,4,5')).toEqual([1, 2, 3, 4, 5])
  for (const wrong of ['0', '60,60', '1440,60', '1.5', '-5', 'soon', '1,2,3,4,5,6', '60,,90']) {
    expect(parseReminderMinutes(wrong), wrong).toBeNull()
  }
})

test('[D11] a reminder counts from the last change of cart or checkout, and is sent once for each time', () => {
  expect(reminderDue(cart, null, { sent: 0 }, [60, 1440])).toBe(1_000 + 3_600_000)
  expect(reminderDue(cart, { modifiedAt: 5_000 }, { sent: 1 }, [60, 1440])).toBe(5_000 + 86_400_000)
  expect(reminderDue(cart, null, { sent: 2 }, [60, 1440])).toBeNull()
})

test('[D11] an empty cart, an ordered cart and a missing cart have no reminder', () => {
  expect(reminderDue({ ...cart, lines: [] }, null, { sent: 0 }, [60])).toBeNull()
  expect(reminderDue({ ...cart, orderNumber: 'TL-7K3M9QXA' }, null, { sent: 0 }, [60])).toBeNull()
  expect(reminderDue(null, null, { sent: 0 }, [60])).toBeNull()
})

test('[D11] only a valid e-mail address gets a reminder', () => {
  const typed = (emailAddress: string) => ({ personal: { ...emptyDraft().personal, emailAddress } })
  expect(reminderEmail(typed(' Ada@Example.com '))).toBe('ada@example.com')
  expect(reminderEmail(typed('ada@'))).toBeNull()
  expect(reminderEmail(null)).toBeNull()
})
