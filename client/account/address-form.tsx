import { useEffect, useRef } from 'react'
import type { AddressBookView, AddressView } from '../../schema/account/account.api.ts'
import { type CustomerFields, customerErrors } from '../../schema/account/customer-form.api.ts'
import { FIELD_LABELS } from '../../schema/identity/location/field-labels.ts'
import { paths } from '../../schema/paths.ts'
import { type FieldErrors, MESSAGES } from '../../schema/platform/forms/field.ts'
import { useZipValidation } from '../checkout/steps/use-zip-validation.ts'
import { PostalFields } from '../identity/location/postal-fields.tsx'
import { AccountFormFooter } from '../identity/sign-in/account-form-footer.tsx'
import { Checkbox } from '../platform/ui/check.tsx'
import { Field } from '../platform/ui/field.tsx'
import { useCustomerForm } from './use-customer-form.ts'

/** An address to be written; `address` is the one that is there, `null` for a new one. */
export function AddressForm({ view, address }: { view: AddressBookView; address: AddressView | null }) {
  const { regions, notice } = view
  const form = useCustomerForm({ action: 'address', notice, validate })
  const zip = useZipValidation({ place: fillPlace })
  const { errors, typed } = form
  const value = (name: string, known: string | null | undefined) => typed[name] ?? known ?? ''

  function validate(fields: CustomerFields): FieldErrors {
    return customerErrors('address', fields, { regions })
  }

  function named(name: string): HTMLInputElement | HTMLSelectElement | null {
    const found = form.form.current?.elements.namedItem(name)
    return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : null
  }

  /** The place of a zip code, where the shopper has named none. */
  function fillPlace(city: string, code: string): string {
    const [cityField, stateField] = [named('city'), named('state')]
    if (cityField && cityField.value === '') cityField.value = city
    const region = regions.find((one) => one.code === code)
    if (stateField && stateField.value === '' && region) stateField.value = region.name
    return stateField?.value ?? ''
  }

  async function checkZip(): Promise<void> {
    const check = await zip.ask(named('zipCode')?.value.trim() ?? '', named('state')?.value ?? '')
    if (check === 'valid') form.mark('zipCode', null)
    if (check === 'invalid') form.mark('zipCode', MESSAGES.backendValidationAfter)
  }

  // What was typed or filled in by the browser before this was awake.
  const awake = useRef(false)
  useEffect(() => {
    if (awake.current) return
    awake.current = true
    if (named('zipCode')?.value && !named('state')?.value) void checkZip()
  })

  return (
    <form className="account-form" {...form.props}>
      <input type="hidden" name="action" value="address" />
      <input type="hidden" name="owner" value={view.owner} />
      {address ? <input type="hidden" name="id" value={address.id} /> : null}
      <div className="form-grid">
        <PostalFields
          values={valuesOf(view, address, value)}
          errors={errors}
          checking={zip.checking}
          states={<StateOptions regions={regions} />}
          phoneHint="The driver calls before the tires arrive."
          onZipBlur={() => void checkZip()}
          onStateChange={() => void checkZip()}
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
        <legend className="field-label">Use it</legend>
        <Checkbox
          name="defaultShipping"
          value="1"
          defaultChecked={address?.defaultShipping ?? false}
          label="For shipping by default"
        />
        <Checkbox
          name="defaultBilling"
          value="1"
          defaultChecked={address?.defaultBilling ?? false}
          label="For billing by default"
        />
      </fieldset>
      <AccountFormFooter form={form} other={<a href={paths.addressBook}>Back without saving</a>}>
        Save the address
      </AccountFormFooter>
    </form>
  )
}

/** Returns what stands in the fields: what was typed before, else the address, else the customer's own. */
function valuesOf(
  { person }: AddressBookView,
  address: AddressView | null,
  value: (name: string, known: string | null | undefined) => string,
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
      <optgroup label="We deliver here">{regions.filter(({ allowed }) => allowed).map(optionOf)}</optgroup>
      <optgroup label="No delivery, billing only">
        {regions.filter(({ allowed }) => !allowed).map(optionOf)}
      </optgroup>
    </>
  )
}

function optionOf({ id, name }: { id: number; name: string }) {
  return (
    <option key={id} value={name}>
      {name}
    </option>
  )
}
