import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import type { AddressDetails, Party } from '../../../schema/identity/location/address-details.ts'
import { extraFields } from '../../../schema/identity/location/extra-fields.ts'
import { FIELD_LABELS } from '../../../schema/identity/location/field-labels.ts'
import { type FieldErrors, MESSAGES } from '../../../schema/platform/forms/field.ts'
import { Field } from '../../platform/ui/field.tsx'
import { Select } from '../../platform/ui/select.tsx'

/** The fields of an address; `kind` tells the browser's own address book which one is meant. */
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
  /** The zip code is being compared with the state. */
  checking: boolean
}) {
  const states = [...regions].sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return (
    <div className="form-grid">
      <Field
        label={FIELD_LABELS.firstName}
        name="firstName"
        autoComplete={`${kind} given-name`}
        required
        span={3}
        defaultValue={address.firstName}
        error={errors.firstName}
      />
      <Field
        label={FIELD_LABELS.lastName}
        name="lastName"
        autoComplete={`${kind} family-name`}
        required
        span={3}
        defaultValue={address.lastName}
        error={errors.lastName}
      />
      <Field
        label={FIELD_LABELS.streetAddress}
        name="streetAddress"
        autoComplete={`${kind} address-line1`}
        required
        defaultValue={address.streetAddress}
        error={errors.streetAddress}
      />
      <Field
        label={FIELD_LABELS.apartmentNumber}
        name="apartmentNumber"
        autoComplete={`${kind} address-line2`}
        defaultValue={address.apartmentNumber}
        error={errors.apartmentNumber}
      />
      <Field
        label={FIELD_LABELS.zipCode}
        name="zipCode"
        autoComplete={`${kind} postal-code`}
        inputMode="numeric"
        maxLength={60}
        required
        span={2}
        className="field-zip"
        defaultValue={address.zipCode}
        hint={checking ? MESSAGES.backendValidationBefore : undefined}
        error={checking ? undefined : errors.zipCode}
      />
      <Field
        label={FIELD_LABELS.city}
        name="city"
        autoComplete={`${kind} address-level2`}
        required
        span={2}
        className="field-half"
        defaultValue={address.city}
        error={errors.city}
      />
      <Select
        label={FIELD_LABELS.state}
        name="state"
        autoComplete={`${kind} address-level1`}
        required
        span={2}
        className="field-half"
        defaultValue={address.state}
        error={errors.state}
      >
        <option value="">Choose</option>
        {states.map((region) => (
          <option key={region.id} value={region.name}>
            {region.name}
          </option>
        ))}
      </Select>
      <Field
        label={FIELD_LABELS.phoneNumber}
        name="phoneNumber"
        type="tel"
        autoComplete={`${kind} tel-national`}
        inputMode="tel"
        required
        span={3}
        defaultValue={address.phoneNumber}
        hint={kind === 'shipping' ? 'The driver calls before the tires arrive.' : undefined}
        error={errors.phoneNumber}
      />
      {kind === 'shipping' ? (
        <ExtraFields step="shipping" kind={kind} details={address} errors={errors} />
      ) : null}
    </div>
  )
}

/** The fields of a step that are no part of a postal address. */
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
  return extraFields(step).map(({ name, label, autoComplete }) => (
    <Field
      key={name}
      label={label}
      name={name}
      autoComplete={autoComplete && `${kind} ${autoComplete}`}
      span={3}
      defaultValue={details[name]}
      error={errors[name]}
    />
  ))
}
