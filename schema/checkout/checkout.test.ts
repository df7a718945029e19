import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pickExtras } from '../identity/location/extra-fields.ts'
import {
  currentStep,
  emptyDraft,
  firstInvalidStep,
  initialSteps,
  isInCheckout,
  leaveStep,
  openStep,
  orderParties,
  STEPS,
  stepsFor,
  validatePayment,
  validatePersonal,
  validateShipping,
} from './checkout.ts'
import { emptyPayment, emptyPersonal, emptyShipping } from './checkout-details.ts'

const address = {
  firstName: 'Ann',
  lastName: 'Lee',
  country: 'US',
  streetAddress: '2720 W Grand Ave',
  apartmentNumber: '',
  city: 'Chicago',
  state: 'Illinois',
  regionId: 23,
  zipCode: '60612',
  phoneNumber: '3125550142',
}
const shipping = { ...emptyShipping(), ...address, shippingMethod: 'freeshipping:freeshipping' }

describe('[E1] the steps', () => {
  test('personal details is open first, the others closed and nothing passed', () => {
    expect(initialSteps()).toEqual({
      personal: { isOpen: true, isPassed: false },
      shipping: { isOpen: false, isPassed: false },
      payment: { isOpen: false, isPassed: false },
    })
  })

  test('a step with errors stays open', () => {
    const states = leaveStep(initialSteps(), { firstName: 'Field is required' })
    expect(currentStep(states)).toBe('personal')
    expect(states.personal.isPassed).toBe(false)
  })

  test('valid steps are passed one after the other until none is open', () => {
    const shippingOpen = leaveStep(initialSteps(), {})
    expect(shippingOpen).toMatchObject({ personal: { isPassed: true }, shipping: { isOpen: true } })
    const done = leaveStep(leaveStep(shippingOpen, {}), {})
    expect(STEPS.map((step) => done[step])).toEqual(Array(3).fill({ isOpen: false, isPassed: true }))
  })

  test('a passed step with errors is no longer passed, and opening another step changes nothing else', () => {
    const passed = openStep(leaveStep(initialSteps(), {}), 'personal')
    expect(passed.personal).toEqual({ isOpen: true, isPassed: true })
    expect(passed.shipping).toEqual({ isOpen: false, isPassed: false })
    const failed = leaveStep(passed, { city: 'no' })
    expect(failed.personal).toEqual({ isOpen: true, isPassed: false })
    const done = STEPS.reduce((states) => leaveStep(states, {}), initialSteps())
    expect(currentStep(done)).toBe('personal')
    expect(openStep(done, 'payment')).toEqual({ ...done, payment: { isOpen: true, isPassed: true } })
  })

  test('a draft begins empty, at the first step, with the same address for billing and shipping', () => {
    const none = {
      firstName: '',
      lastName: '',
      country: 'US',
      streetAddress: '',
      apartmentNumber: '',
      city: '',
      state: '',
      regionId: null,
      zipCode: '',
      phoneNumber: '',
    }
    expect(emptyDraft()).toEqual({
      personal: { firstName: '', lastName: '', emailAddress: '' },
      shipping: { ...none, ...pickExtras('shipping'), shippingMethod: '' },
      payment: { ...none, company: '', taxId: '', billingSameAsShipping: true, paymentMethod: '' },
      steps: initialSteps(),
      errors: {},
      notice: null,
      modifiedAt: 0,
    })
  })

  test('a virtual cart goes from personal details to payment', () => {
    expect(currentStep(leaveStep(initialSteps(), {}, stepsFor(true)))).toBe('payment')
  })

  test('in every order of opening and leaving, at most one step is open', () => {
    const move = fc.oneof(
      fc.constantFrom(...STEPS),
      fc.constant('next' as const),
      fc.constant('fail' as const),
    )
    fc.assert(
      fc.property(fc.array(move), (moves) => {
        const states = moves.reduce(
          (at, name) =>
            name === 'next' || name === 'fail'
              ? leaveStep(at, name === 'fail' ? { city: 'no' } : {})
              : openStep(at, name),
          initialSteps(),
        )
        expect(STEPS.filter((step) => states[step].isOpen).length).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('the first step that is not valid is found among the steps of the cart', () => {
    expect(firstInvalidStep({ personal: {}, shipping: {}, payment: {} })).toBeNull()
    expect(firstInvalidStep({ personal: {}, shipping: { city: 'no' } })).toBe('shipping')
    expect(firstInvalidStep({ payment: { city: 'no' } })).toBe('payment')
    expect(firstInvalidStep({})).toBeNull()
    expect([stepsFor(false), stepsFor(true)]).toEqual([STEPS, ['personal', 'payment']])
    expect(firstInvalidStep({ personal: {}, shipping: { city: 'no' } }, stepsFor(true))).toBeNull()
  })

  test('a shopper is in checkout for 30 minutes', () => {
    expect(isInCheckout(1_000, 1_801_000)).toBe(true)
    expect(isInCheckout(1_000, 1_801_001)).toBe(false)
    for (const never of [null, 0, -1]) expect(isInCheckout(never, 1)).toBe(false)
    expect(isInCheckout(1, 1)).toBe(true)
  })
})

describe('[E2] validation of the steps', () => {
  test('empty forms name every required field', () => {
    expect(Object.keys(validatePersonal(emptyPersonal())).sort()).toEqual([
      'emailAddress',
      'firstName',
      'lastName',
    ])
    const errors = validateShipping(emptyShipping(), { zip: 'unknown' })
    expect(Object.keys(errors).sort()).toEqual(
      [
        'city',
        'firstName',
        'lastName',
        'phoneNumber',
        'shippingMethod',
        'state',
        'streetAddress',
        'zipCode',
      ].sort(),
    )
    expect(validatePayment(emptyPayment(), { zip: 'unknown' })).toEqual({
      paymentMethod: 'Field is required',
    })
  })

  test('all fields of an address are validated', () => {
    const wrong = { ...emptyShipping(), country: '', apartmentNumber: 'x'.repeat(300) }
    expect(Object.keys(validateShipping(wrong, { zip: 'unknown' })).sort()).toEqual(
      [...Object.keys(address), 'shippingMethod'].filter((name) => name !== 'regionId').sort(),
    )
  })

  test('[E4] the ZIP code, the state and the delivery area have errors in their fields', () => {
    expect(validateShipping(shipping, { zip: 'valid' })).toEqual({})
    expect(validateShipping(shipping, { zip: 'checking' })).toEqual({
      zipCode: 'Checking the combination of zip code and state',
    })
    expect(validateShipping({ ...shipping, zipCode: '7500' }, { zip: 'invalid' })).toEqual({
      zipCode: 'Please provide valid zip code.',
    })
    expect(validateShipping(shipping, { zip: 'valid', regionCode: 'IL', allowedStates: ['TX'] })).toEqual({
      state: 'Delivery is not available for your current location.',
    })
    const honolulu = { ...shipping, state: 'Hawaii', regionId: 21, zipCode: '96813' }
    expect(validateShipping(honolulu, { zip: 'valid' })).toEqual({
      zipCode: 'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada',
    })
    expect(validateShipping({ ...shipping, state: 'Hawaii', regionId: 21 }, { zip: 'valid' })).toEqual({
      state: 'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada',
    })
  })

  test('[E5] a separate billing address is validated, the shipping address as billing address is not', () => {
    const payment = { ...emptyPayment(), paymentMethod: 'cashondelivery' }
    expect(validatePayment(payment, { zip: 'unknown' })).toEqual({})
    expect(validatePayment({ ...payment, billingSameAsShipping: false }, { zip: 'unknown' })).toHaveProperty(
      'city',
    )
    expect(validatePayment(payment, { zip: 'unknown', allVirtual: true })).toHaveProperty('city')
  })

  test('[audit D3] [E5] company and tax ID belong to the billed party; with one address the parcel shows the company too', () => {
    const payment = { ...emptyPayment(), company: 'Marsh Towing LLC', taxId: '12-3456789' }
    const same = orderParties({ shipping, payment }, false)
    expect(same.billing).toMatchObject({
      city: shipping.city,
      company: payment.company,
      taxId: payment.taxId,
    })
    expect(same.shipping).toMatchObject({ city: shipping.city, company: payment.company })
    expect(same.shipping).not.toHaveProperty('taxId')
    const own = orderParties({ shipping, payment: { ...payment, billingSameAsShipping: false } }, false)
    expect(own.billing).toMatchObject({ city: '', company: payment.company })
    expect(own.shipping).toEqual(shipping)
    expect(orderParties({ shipping, payment }, true).shipping).toBeNull()
    const long = { ...payment, paymentMethod: 'x', company: 'a'.repeat(61), taxId: '1'.repeat(61) }
    const message = 'Please insert less then 60 characters'
    expect(validatePayment(long, { zip: 'unknown' })).toEqual({ company: message, taxId: message })
  })
})
