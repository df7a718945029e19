/** The three steps of the checkout. */
import { type Party, validateAddress } from '../identity/location/address-details.ts'
import { deliveryError, isOutsideDeliveryArea, type ZipCheck } from '../identity/location/delivery-area.ts'
import { extraNames, parcelExtras, pickExtras } from '../identity/location/extra-fields.ts'
import { type FieldErrors, hasErrors, validateFields } from '../platform/forms/field.ts'
import {
  emptyPayment,
  emptyPersonal,
  emptyShipping,
  type PaymentDetails,
  type PersonalDetails,
  type ShippingDetails,
} from './checkout-details.ts'

export const STEPS = ['personal', 'shipping', 'payment'] as const
export type CheckoutStep = (typeof STEPS)[number]

export const STEP_TITLES: Record<CheckoutStep, string> = {
  personal: 'Customer information',
  shipping: 'Shipping address',
  payment: 'Payment method',
}

/** The values beside the form that validation needs. */
interface AddressContext {
  /** The result of checking the ZIP code against its state. */
  zip: ZipCheck
  /** Codes or names of the delivery area's states; absent if the list is not loaded. */
  allowedStates?: Iterable<string>
  /** The code of the chosen region, if known; the state's name is checked too. */
  regionCode?: string | null
}

/** Validates the personal step. */
export function validatePersonal(details: PersonalDetails): FieldErrors {
  return validateFields(details, ['emailAddress', 'firstName', 'lastName'])
}

/** Validates the shipping step: an address in the delivery area and a shipping method. */
export function validateShipping(details: ShippingDetails, context: AddressContext): FieldErrors {
  const errors = {
    ...validateAddress(details, context),
    ...validateFields(details, ['shippingMethod', ...extraNames('shipping')]),
  }
  const refusal = deliveryError(
    {
      countryId: details.country,
      regionId: details.regionId,
      regionCode: context.regionCode ?? null,
      state: details.state,
      postcode: details.zipCode,
    },
    context.allowedStates,
  )
  if (!refusal) return errors
  // The message is at the field that the shopper has typed: the state follows from a ZIP code.
  return isOutsideDeliveryArea({ postcode: details.zipCode })
    ? { ...errors, zipCode: refusal }
    : { ...errors, state: errors.state ?? refusal }
}

/** Validates the payment step: a payment method, and a billing address unless it is the shipping address. */
export function validatePayment(
  details: PaymentDetails,
  context: { zip: ZipCheck; allVirtual?: boolean },
): FieldErrors {
  // A virtual cart has no shipping address.
  const hasOwnAddress = !details.billingSameAsShipping || context.allVirtual === true
  return {
    ...validateFields(details, ['paymentMethod']),
    ...(hasOwnAddress ? validateAddress(details, context) : {}),
    ...validateFields(details, extraNames('payment')),
  }
}

/**
 * Returns the billed party and the recipient; the recipient is `null` without shipping. If both have one address, the
 * company is shown on both.
 */
export function orderParties(
  { shipping, payment }: { shipping: ShippingDetails; payment: PaymentDetails },
  allVirtual: boolean,
): { billing: Party; shipping: Party | null } {
  if (allVirtual || !payment.billingSameAsShipping) {
    return { billing: payment, shipping: allVirtual ? null : shipping }
  }
  return {
    billing: { ...shipping, ...pickExtras('shipping'), ...pickExtras('payment', payment) },
    shipping: { ...shipping, ...parcelExtras(payment) },
  }
}

interface StepState {
  isOpen: boolean
  isPassed: boolean
}
type StepStates = Record<CheckoutStep, StepState>

/** Returns the steps of a cart; virtual carts have no shipping step. */
export function stepsFor(allVirtual: boolean): readonly CheckoutStep[] {
  return allVirtual ? STEPS.filter((step) => step !== 'shipping') : STEPS
}

/** Returns the initial state: the personal step open, the other steps closed, no step passed. */
export function initialSteps(): StepStates {
  return {
    personal: { isOpen: true, isPassed: false },
    shipping: { isOpen: false, isPassed: false },
    payment: { isOpen: false, isPassed: false },
  }
}

/** Opens a step and closes the other steps; passed steps stay passed. */
export function openStep(states: StepStates, step: CheckoutStep): StepStates {
  const state = (name: CheckoutStep): StepState => ({
    isOpen: name === step,
    isPassed: states[name].isPassed,
  })
  return { personal: state('personal'), shipping: state('shipping'), payment: state('payment') }
}

/** Returns the open step, or the first step if none is open. */
export function currentStep(states: StepStates): CheckoutStep {
  return STEPS.find((step) => states[step].isOpen) ?? 'personal'
}

/**
 * Leaves the open step. With errors the step stays open and is no longer passed. Without errors it is passed and the
 * next step opens; after the last step no step is open.
 */
export function leaveStep(
  states: StepStates,
  errors: FieldErrors,
  steps: readonly CheckoutStep[] = STEPS,
): StepStates {
  const current = currentStep(states)
  if (hasErrors(errors)) return { ...states, [current]: { isOpen: true, isPassed: false } }
  const passed = { ...states, [current]: { isOpen: false, isPassed: true } }
  const next = steps[steps.indexOf(current) + 1]
  return next ? openStep(passed, next) : passed
}

/** Returns the first step with an error; a step that was not validated counts as valid. */
export function firstInvalidStep(
  errors: Partial<Record<CheckoutStep, FieldErrors>>,
  steps: readonly CheckoutStep[] = STEPS,
): CheckoutStep | null {
  return steps.find((step) => hasErrors(errors[step] ?? {})) ?? null
}

/** Milliseconds for which a checkout is active after its last change. */
export const IN_CHECKOUT_MS = 1_800_000

/**
 * Checks whether the checkout is active. `modifiedAt` is in milliseconds since the epoch, 0 or `null` without a change.
 */
export function isInCheckout(modifiedAt: number | null, now: number): boolean {
  return modifiedAt !== null && modifiedAt > 0 && now - modifiedAt <= IN_CHECKOUT_MS
}

/** A request for an account with the purchase. Its password is stored encrypted in the shopper's browser, not here. */
export interface AccountRequest {
  createAccount: boolean
  /** True once a password was typed and accepted; the name is stored in the draft and sent. */
  hasPassword: boolean
}

export const NO_ACCOUNT: AccountRequest = { createAccount: false, hasPassword: false }

/** The shopper's input so far, stored with the cart so that forms work without JavaScript. */
export interface CheckoutDraft {
  personal: PersonalDetails
  shipping: ShippingDetails
  payment: PaymentDetails
  /** Absent in drafts of older releases. */
  account?: AccountRequest
  steps: StepStates
  /** Errors of the last submitted step. */
  errors: FieldErrors
  /** A message above the form, such as a declined card. */
  notice: string | null
  /** Milliseconds since the epoch. */
  modifiedAt: number
}

/** Returns a draft without input. */
export function emptyDraft(): CheckoutDraft {
  return {
    personal: emptyPersonal(),
    shipping: emptyShipping(),
    payment: emptyPayment(),
    steps: initialSteps(),
    errors: {},
    notice: null,
    modifiedAt: 0,
  }
}
