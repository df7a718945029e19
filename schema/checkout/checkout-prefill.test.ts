import { expect, test } from 'vitest'
import type { UsRegion } from '../identity/location/address.ts'
import type { Customer, CustomerAddress } from '../identity/sign-in/customer.ts'
import { emptyDraft } from './checkout.ts'
import { prefillDestination, prefillDraft } from './checkout-prefill.ts'

const REGIONS: UsRegion[] = [{ id: 23, code: 'IL', name: 'Illinois' }]
const HOME: CustomerAddress = {
  id: 1,
  firstname: 'Riley',
  lastname: 'Marsh',
  company: null,
  vatId: null,
  countryId: 'US',
  street: '1842 North Fairfield Avenue',
  apartment: 'Apt 2',
  city: 'Chicago',
  regionId: 23,
  postcode: '60647',
  telephone: '3125550118',
  defaultShipping: true,
  defaultBilling: true,
}
const WORK: CustomerAddress = {
  ...HOME,
  id: 2,
  street: '40 East Wacker Drive',
  apartment: '',
  defaultShipping: false,
  defaultBilling: false,
}
const riley = (...addresses: CustomerAddress[]): Customer => ({
  id: 1,
  email: 'riley@example.com',
  firstname: 'Riley',
  lastname: 'Marsh',
  telephone: '3125550118',
  groupId: 1,
  isFirstLogin: false,
  createdAt: 0,
  updatedAt: 0,
  addresses,
  company: null,
  hasPassword: true,
})

test('[E5] name, e-mail address and default shipping address are prefilled; one address for both means billing same as shipping', () => {
  const draft = prefillDraft(emptyDraft(), riley(HOME, WORK), REGIONS)
  expect(draft.personal).toEqual({
    firstName: 'Riley',
    lastName: 'Marsh',
    emailAddress: 'riley@example.com',
  })
  expect(draft.shipping).toMatchObject({
    streetAddress: '1842 North Fairfield Avenue',
    state: 'Illinois',
    regionId: 23,
    zipCode: '60647',
    shippingMethod: '',
  })
  expect(draft.payment.billingSameAsShipping).toBe(true)
})

test('[audit D3] [E5] company and tax ID of the billing address are prefilled', () => {
  const work = { ...WORK, company: 'Marsh Towing LLC', vatId: '12-3456789', defaultBilling: true }
  const draft = prefillDraft(emptyDraft(), riley({ ...HOME, defaultBilling: false }, work), REGIONS)
  expect(draft.payment).toMatchObject({ company: 'Marsh Towing LLC', taxId: '12-3456789' })
})

test('[E5] another address is the billing address, by its default or because it exists', () => {
  const named = prefillDraft(
    emptyDraft(),
    riley({ ...HOME, defaultBilling: false }, { ...WORK, defaultBilling: true }),
    REGIONS,
  )
  const other = prefillDraft(emptyDraft(), riley({ ...HOME, defaultBilling: false }, WORK), REGIONS)
  for (const { payment } of [named, other]) {
    expect(payment).toMatchObject({
      billingSameAsShipping: false,
      streetAddress: '40 East Wacker Drive',
    })
  }
})

test('[E5] typed and chosen values are never replaced', () => {
  const typed = emptyDraft()
  typed.personal = { ...typed.personal, emailAddress: 'ann@example.com' }
  typed.shipping = { ...typed.shipping, zipCode: '60612' }
  typed.payment = { ...typed.payment, paymentMethod: 'cashondelivery' }
  expect(prefillDraft(typed, riley({ ...HOME, defaultBilling: false }, WORK), REGIONS)).toEqual(typed)
})

test('[E5] a customer without an address still has a name', () => {
  const draft = prefillDraft(emptyDraft(), riley(), REGIONS)
  expect(draft.personal.firstName).toBe('Riley')
  expect(draft.shipping).toEqual(emptyDraft().shipping)
  expect(draft.payment).toEqual(emptyDraft().payment)
})

test('[E5] the destination of the cart is prefilled, unless an address was typed or comes from the account', () => {
  const place = { zipCode: '60622', city: 'Chicago', state: 'Illinois', regionId: 23 }
  expect(prefillDestination(emptyDraft(), place).shipping).toMatchObject({ ...place, streetAddress: '' })
  const known = prefillDraft(emptyDraft(), riley(HOME), REGIONS)
  expect(prefillDestination(known, place)).toEqual(known)
})
