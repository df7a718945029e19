/** Labels of the fields of addresses and of the checkout. */
import type { FieldName } from '../../platform/forms/field.ts'
import { EXTRA_LABELS } from './extra-fields.ts'

/** In the order of the forms; error summaries link to a field by its label. */
export const FIELD_LABELS = {
  paymentMethod: 'Payment method',
  emailAddress: 'E-mail',
  firstName: 'First name',
  lastName: 'Last name',
  streetAddress: 'Street address',
  apartmentNumber: 'Apartment, optional',
  zipCode: 'ZIP code',
  city: 'City',
  state: 'State',
  password: 'Password',
  phoneNumber: 'Phone',
  country: 'Country',
  ...EXTRA_LABELS,
  shippingMethod: 'Delivery',
} as const satisfies Partial<Record<FieldName, string>>

/** Returns the label of a field for a sentence: `Apartment`, without the words after its comma. */
export function fieldLabel(field: string): string {
  const label = field in FIELD_LABELS ? FIELD_LABELS[field as keyof typeof FIELD_LABELS] : field
  return label.split(',')[0] ?? label
}
