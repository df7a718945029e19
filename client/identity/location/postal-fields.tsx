import type { ReactNode } from 'react'
import { FIELD_LABELS } from '../../../schema/identity/location/field-labels.ts'
import { type FieldErrors, MESSAGES } from '../../../schema/platform/forms/field.ts'
import { Field } from '../../platform/ui/field.tsx'
import { Select } from '../../platform/ui/select.tsx'

type PostalName =
  | 'firstName'
  | 'lastName'
  | 'streetAddress'
  | 'apartmentNumber'
  | 'zipCode'
  | 'city'
  | 'state'
  | 'phoneNumber'

interface Props {
  /** Which address of the browser's own address book is meant; none for a form with one address. */
  section?: 'shipping' | 'billing'
  values: Readonly<Record<PostalName, string>>
  errors: FieldErrors
  /** The ZIP code is being compared with the state. */
  checking: boolean
  /** The options of the state, after `Choose`. */
  states: ReactNode
  phoneHint?: string | undefined
  /** Fields between the name and the street. */
  children?: ReactNode
  onZipBlur?: () => void
  onStateChange?: () => void
}

/** The fields of a postal address, for a form's grid. */
export function PostalFields({ section, values, errors, checking, states, phoneHint, ...props }: Props) {
  const field = (name: PostalName, autoComplete: string) => ({
    label: FIELD_LABELS[name],
    name,
    autoComplete: section ? `${section} ${autoComplete}` : autoComplete,
    required: name !== 'apartmentNumber',
    defaultValue: values[name],
    error: errors[name],
  })
  return (
    <>
      <Field {...field('firstName', 'given-name')} span={3} />
      <Field {...field('lastName', 'family-name')} span={3} />
      {props.children}
      <Field {...field('streetAddress', 'address-line1')} />
      <Field {...field('apartmentNumber', 'address-line2')} />
      <Field
        {...field('zipCode', 'postal-code')}
        inputMode="numeric"
        maxLength={60}
        span={2}
        className="field-zip"
        hint={checking ? MESSAGES.backendValidationBefore : undefined}
        error={checking ? undefined : errors.zipCode}
        onBlur={props.onZipBlur}
      />
      <Field {...field('city', 'address-level2')} span={2} className="field-half" />
      <Select
        {...field('state', 'address-level1')}
        span={2}
        className="field-half"
        onChange={props.onStateChange}
      >
        <option value="">Choose</option>
        {states}
      </Select>
      <Field {...field('phoneNumber', 'tel-national')} type="tel" inputMode="tel" span={3} hint={phoneHint} />
    </>
  )
}
