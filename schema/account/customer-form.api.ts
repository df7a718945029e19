/** POST /customer/account/form/: the fields of an account's forms, and their JSON reply. */
import { parseAddressFields } from '../checkout/checkout-form-fields.ts'
import type { UsRegion } from '../identity/location/address.ts'
import { validateAddress } from '../identity/location/address-details.ts'
import type { ZipCheck } from '../identity/location/delivery-area.ts'
import { PASSWORD_MESSAGES } from '../identity/sign-in/password.ts'
import {
  CHECK_FIELDS,
  type FieldErrors,
  maxLength60,
  normalizePhone,
  phone,
  validateField,
} from '../platform/forms/field.ts'
import type { FormTexts } from '../platform/forms/form-texts.ts'
import { companyErrors } from './dealer/dealer.ts'

export const CUSTOMER_ACTIONS = [
  'profile',
  'address',
  'address-remove',
  'address-default',
  'car-name',
  'car-remove',
  'reorder',
  'order-cancel',
  'card-remove',
  'identity-remove',
  'delete-account',
  'dealer',
  'document-remove',
] as const
export type CustomerAction = (typeof CUSTOMER_ACTIONS)[number]

/** A success: the next page and its message. */
export interface CustomerFormSuccess {
  to: string
  message: string | null
}

export const CUSTOMER_FORM_MESSAGES = {
  profileSaved: 'Account data has successfully been updated',
  profileTitle: 'Updating error',
  tryAgain: 'Something went wrong. Try again in a few seconds.',
  check: CHECK_FIELDS,
  addressSaved: 'The address has been saved.',
  addressRemoved: 'The address has been removed.',
  addressDefault: 'Your default address has been changed.',
  carNamed: 'Your car’s name has been saved.',
  carRemoved: 'The car has been removed.',
  noSuchCar: 'We couldn’t find that car.',
  cardRemoved: 'The card has been removed.',
  noSuchCard: 'We couldn’t find that card.',
  cardsAway: 'Our payment provider isn’t responding. Please try again in a minute.',
  identityRemoved: 'The sign-in has been removed.',
  noSuchIdentity: 'We couldn’t find that sign-in.',
  lastIdentity: 'Choose a password first, or you’d have no way to sign in.',
  noSuchOrder: 'We couldn’t find that order.',
  wrongPassword: 'That isn’t your password.',
  noPassword: 'Choose a password first so nobody else can delete your account.',
  orderRuns: 'We’re still placing one of your orders. Please try again when it’s done.',
  accountDeleted: 'Your account has been deleted.',
  someoneElse: 'Someone else is signed in now. We didn’t save what you typed before.',
} as const

/** Returns the message after "Order again". */
export function reorderMessage(added: number, missing: readonly string[]): string {
  const gone = missing.length === 0 ? '' : ` No longer in stock: ${missing.join(', ')}.`
  if (added === 0) return `Nothing from this order is still in stock.${gone}`
  return `${added === 1 ? 'One product is' : `${added} products are`} in your cart.${gone}`
}

/** Returns the errors of a form's fields, in the browser and on the server. `regions` and `zip` are for an address. */
export function customerErrors(
  action: CustomerAction,
  fields: FormTexts,
  known: { regions?: readonly UsRegion[]; zip?: ZipCheck } = {},
): FieldErrors {
  const text = (name: string) => fields[name] ?? ''
  switch (action) {
    case 'profile':
      return withoutNulls({
        firstName: validateField('firstName', text('firstName')),
        lastName: validateField('lastName', text('lastName')),
        emailAddress: validateField('emailAddress', text('emailAddress')),
        phoneNumber: text('phoneNumber').trim() === '' ? null : phone(normalizePhone(text('phoneNumber'))),
      })
    case 'address':
      return withoutNulls({
        ...validateAddress(parseAddressFields(fields, known.regions ?? []), { zip: known.zip ?? 'unknown' }),
        companyName: maxLength60(text('companyName').trim()),
        taxId: maxLength60(text('taxId').trim()),
      })
    case 'dealer':
      return companyErrors({
        companyName: text('companyName'),
        companyEmail: text('companyEmail'),
        ein: text('ein'),
      })
    case 'car-name':
      return withoutNulls({
        carName: maxLength60(text('carName').trim()),
      })
    case 'delete-account':
      return withoutNulls({ password: text('password') === '' ? PASSWORD_MESSAGES.required : null })
    default:
      return {}
  }
}

function withoutNulls(messages: Record<string, string | null | undefined>): FieldErrors {
  return Object.fromEntries(Object.entries(messages).filter(([, message]) => typeof message === 'string'))
}
