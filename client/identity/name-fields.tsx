import { FIELD_LABELS, type FieldErrors } from '../../schema/platform/forms/field.ts'
import { Field } from '../platform/ui/field.tsx'

/** Renders the fields of the first and last name, side by side. */
export function NameFields({
  values,
  errors,
  section,
}: {
  values: { readonly firstName?: string | undefined; readonly lastName?: string | undefined }
  errors: FieldErrors
  /** The autocomplete section of the address. */
  section?: 'shipping' | 'billing' | undefined
}) {
  const field = (name: 'firstName' | 'lastName', autoComplete: string) => (
    <Field
      label={FIELD_LABELS[name]}
      name={name}
      autoComplete={section ? `${section} ${autoComplete}` : autoComplete}
      required
      span={3}
      defaultValue={values[name]}
      error={errors[name]}
    />
  )
  return (
    <>
      {field('firstName', 'given-name')}
      {field('lastName', 'family-name')}
    </>
  )
}
