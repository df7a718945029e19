import { useEffect, useRef } from 'react'
import type { AddressBookView, AddressView } from '../../schema/account/account.api.ts'
import { customerErrors } from '../../schema/account/customer-form.api.ts'
import { parseAddressFields } from '../../schema/checkout/checkout-form-fields.ts'
import { DRIVER_MAY_CALL } from '../../schema/identity/location/delivery-area.ts'
import { paths } from '../../schema/paths.ts'
import { FIELD_LABELS } from '../../schema/platform/forms/field.ts'
import { PostalFields } from '../identity/location/postal-fields.tsx'
import { LOCATION_FIELDS, useZipValidation } from '../identity/location/use-zip-validation.ts'
import { readFormFields } from '../platform/forms/form-fields.ts'
import { FormFooter } from '../platform/forms/form-footer.tsx'
import { Checkbox } from '../platform/ui/check.tsx'
import { Field } from '../platform/ui/field.tsx'
import { useCustomerForm } from './use-customer-form.ts'

/** Renders the form of an address; `address` is `null` for a new one. */
export function AddressForm({ view, address }: { view: AddressBookView; address: AddressView | null }) {
  const { regions, notice } = view
  const zip = useZipValidation(regions)
  const form = useCustomerForm({
    action: 'address',
    notice,
    together: LOCATION_FIELDS,
    validate: async (fields, element) => {
      const check = await zip.check(element, parseAddressFields(fields, regions))
      return customerErrors('address', fields, { regions, zip: check })
    },
  })
  const { errors, typed } = form
  const value = (name: string, stored: string | null | undefined) => typed[name] ?? stored ?? ''

  // Checks a ZIP code that was typed or filled in by the browser before hydration.
  const { ref } = form.props
  const { check } = zip
  const isHydrated = useRef(false)
  useEffect(() => {
    if (isHydrated.current || !ref.current) return
    isHydrated.current = true
    const address = parseAddressFields(readFormFields(ref.current), regions)
    if (address.state === '') void check(ref.current, address)
  })

  return (
    <form className="account-form" {...form.props}>
      <input type="hidden" name="action" value="address" />
      <input type="hidden" name="owner" value={view.owner} />
      {address ? <input type="hidden" name="id" value={address.id} /> : null}
      <div className="form-grid">
        <PostalFields
          values={fieldValues(view, address, value)}
          errors={errors}
          checking={zip.checking}
          states={<StateOptions regions={regions} />}
          phoneHint={DRIVER_MAY_CALL}
        >
          <Field
            label={FIELD_LABELS.company}
            name="companyName"
            autoComplete="organization"
            span={3}
            defaultValue={value('companyName', address?.company)}
            error={errors.companyName}
          />
          <Field
            label={FIELD_LABELS.taxId}
            name="taxId"
            span={3}
            defaultValue={value('taxId', address?.vatId)}
            error={errors.taxId}
          />
        </PostalFields>
      </div>
      <fieldset className="account-checks">
        <legend className="field-label">Use as</legend>
        <Checkbox
          name="defaultShipping"
          value="1"
          defaultChecked={address?.defaultShipping ?? false}
          label="Default shipping address"
        />
        <Checkbox
          name="defaultBilling"
          value="1"
          defaultChecked={address?.defaultBilling ?? false}
          label="Default billing address"
        />
      </fieldset>
      <FormFooter form={form} other={<a href={paths.addressBook}>Back without saving</a>}>
        Save address
      </FormFooter>
    </form>
  )
}

/** Returns the values of the fields: the typed ones, else those of the address, else the customer's name and phone. */
function fieldValues(
  { person }: AddressBookView,
  address: AddressView | null,
  value: (name: string, stored: string | null | undefined) => string,
) {
  return {
    firstName: value('firstName', address?.firstname ?? person.firstname),
    lastName: value('lastName', address?.lastname ?? person.lastname),
    streetAddress: value('streetAddress', address?.street),
    apartmentNumber: value('apartmentNumber', address?.apartment),
    zipCode: value('zipCode', address?.postcode),
    city: value('city', address?.city),
    state: value('state', address?.state),
    phoneNumber: value('phoneNumber', address?.telephone ?? person.telephone),
  }
}

function StateOptions({ regions }: Pick<AddressBookView, 'regions'>) {
  return (
    <>
      <optgroup label="We deliver here">
        {regions.filter(({ allowed }) => allowed).map(renderOption)}
      </optgroup>
      <optgroup label="Billing only, no delivery">
        {regions.filter(({ allowed }) => !allowed).map(renderOption)}
      </optgroup>
    </>
  )
}

function renderOption({ id, name }: { id: number; name: string }) {
  return (
    <option key={id} value={name}>
      {name}
    </option>
  )
}
