import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import type { AddressDetails, Party } from '../../../schema/identity/location/address-details.ts'
import { DRIVER_MAY_CALL } from '../../../schema/identity/location/delivery-area.ts'
import { extraFields } from '../../../schema/identity/location/extra-fields.ts'
import { FIELD_LABELS, type FieldErrors } from '../../../schema/platform/forms/field.ts'
import { PostalFields } from '../../identity/location/postal-fields.tsx'
import { Field } from '../../platform/ui/field.tsx'

/** The fields of an address; `kind` is the section for the browser's autofill. */
export function AddressFields({
  kind,
  address,
  errors,
  regions,
  checking,
}: {
  kind: 'shipping' | 'billing'
  address: AddressDetails
  errors: FieldErrors
  regions: CheckoutView['regions']
  /** True while the ZIP code is checked against the state. */
  checking: boolean
}) {
  const states = [...regions].sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return (
    <div className="form-grid">
      <PostalFields
        section={kind}
        values={address}
        errors={errors}
        checking={checking}
        states={states.map((region) => (
          <option key={region.id} value={region.name}>
            {region.name}
          </option>
        ))}
        phoneHint={kind === 'shipping' ? DRIVER_MAY_CALL : undefined}
      />
      {kind === 'shipping' ? (
        <ExtraFields step="shipping" kind={kind} details={address} errors={errors} />
      ) : null}
    </div>
  )
}

/** The fields of a step that are not part of a postal address. */
export function ExtraFields({
  step,
  kind,
  details,
  errors,
}: {
  step: 'shipping' | 'payment'
  kind: 'shipping' | 'billing'
  details: Party
  errors: FieldErrors
}) {
  return extraFields(step).map(({ name, autoComplete }) => (
    <Field
      key={name}
      label={FIELD_LABELS[name]}
      name={name}
      autoComplete={autoComplete && `${kind} ${autoComplete}`}
      span={3}
      defaultValue={details[name]}
      error={errors[name]}
    />
  ))
}
