import { expect, test } from 'vitest'
import { orderParties } from '../../checkout/checkout.ts'
import { emptyPayment, emptyShipping } from '../../checkout/checkout-details.ts'
import { parsePaymentFields, parseShippingFields } from '../../checkout/checkout-form-fields.ts'
import { parseApiAddress, toApiAddress } from './address.ts'
import { EXTRA_FIELDS, extraLines, toApiExtras } from './extra-fields.ts'

const typed = Object.fromEntries(EXTRA_FIELDS.map(({ name }) => [name, ` Text of ${name} `]))

test.each(EXTRA_FIELDS)('$name of a form is in the stored and the displayed address', (field) => {
  const { name, step, key, title } = field
  const parties = orderParties(
    { shipping: parseShippingFields(typed, []), payment: parsePaymentFields(typed, []) },
    false,
  )
  const party = step === 'shipping' ? parties.shipping : parties.billing
  const stored = toApiAddress(party ?? emptyShipping(), null)
  expect(stored[key]).toBe(`Text of ${name}`)
  expect(parseApiAddress({ ...toApiExtras(party ?? {}) })?.[key]).toBe(`Text of ${name}`)
  const { below, end } = extraLines(stored)
  expect(title === null ? below : end).toContain(
    title === null ? `Text of ${name}` : `${title} Text of ${name}`,
  )
})

test('with one address for both, the company is on both addresses and the tax ID on the billing address only', () => {
  const payment = { ...emptyPayment(), company: 'Marsh Towing LLC', taxId: '12-3456789' }
  const same = orderParties({ shipping: emptyShipping(), payment }, false)
  expect(same.shipping).toMatchObject({ company: 'Marsh Towing LLC' })
  expect(same.shipping?.taxId).toBeUndefined()
  const own = orderParties(
    { shipping: emptyShipping(), payment: { ...payment, billingSameAsShipping: false } },
    false,
  )
  expect(own.shipping?.company).toBeUndefined()
  expect(own.billing).toMatchObject({ company: 'Marsh Towing LLC', taxId: '12-3456789' })
})
