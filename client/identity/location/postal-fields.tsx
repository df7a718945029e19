import type { ReactNode } from 'react'
import { FIELD_LABELS, FIELD_MESSAGES, type FieldErrors } from '../../../schema/platform/forms/field.ts'
import { Field } from '../../platform/ui/field.tsx'
import { Select } from '../../platform/ui/select.tsx'
import { NameFields } from '../name-fields.tsx'

type PostalField =
  | 'firstName'
  | 'lastName'
  | 'streetAddress'
  | 'apartmentNumber'
  | 'zipCode'
  | 'city'
  | 'state'
  | 'phoneNumber'

interface Props {
  /** The autocomplete section of the address; absent for a form with one address. */
  section?: 'shipping' | 'billing'
  values: Readonly<Record<PostalField, string>>
  errors: FieldErrors
  /** True while the server compares the ZIP code with the state. */
  checking: boolean
  /** The options of the state field, after `Choose`. */
  states: ReactNode
  phoneHint?: string | undefined
  /** Fields between the name and the street. */
  children?: ReactNode
}

/** Renders the fields of a postal address, for a form's grid. */
export function PostalFields({ section, values, errors, checking, states, phoneHint, children }: Props) {
  const field = (name: PostalField, autoComplete: string) => ({
    label: FIELD_LABELS[name],
    name,
    autoComplete: section ? `${section} ${autoComplete}` : autoComplete,
    required: name !== 'apartmentNumber',
    defaultValue: values[name],
    error: errors[name],
  })
  return (
    <>
      <NameFields values={values} errors={errors} section={section} />
      {children}
      <Field {...field('streetAddress', 'address-line1')} />
      <Field {...field('apartmentNumber', 'address-line2')} />
      <Field
        {...field('zipCode', 'postal-code')}
        inputMode="numeric"
        maxLength={60}
        span={2}
        className="field-zip"
        hint={checking ? FIELD_MESSAGES.backendValidationBefore : undefined}
        error={checking ? undefined : errors.zipCode}
      />
      <Field {...field('city', 'address-level2')} span={2} className="field-half" />
      <Select {...field('state', 'address-level1')} span={2} className="field-half">
        <option value="">Choose</option>
        {states}
      </Select>
      <Field {...field('phoneNumber', 'tel-national')} type="tel" inputMode="tel" span={3} hint={phoneHint} />
    </>
  )
}
