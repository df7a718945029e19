import { useState } from 'react'
import { shippingKey } from '../../../schema/cart/totals/shipping.ts'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { validateShipping } from '../../../schema/checkout/checkout.ts'
import { formatAddressSummary, parseShippingFields } from '../../../schema/checkout/checkout-form-fields.ts'
import { isSavedAddress, NEW_ADDRESS } from '../../../schema/checkout/saved-address.ts'
import { isSameAddress } from '../../../schema/identity/location/address-details.ts'
import { DELIVERY_MESSAGES } from '../../../schema/identity/location/delivery-area.ts'
import { hasErrors } from '../../../schema/platform/forms/field.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { useZipValidation } from '../../identity/location/use-zip-validation.ts'
import { FormFooter } from '../../platform/forms/form-footer.tsx'
import { OptionRow } from '../../platform/ui/option-row.tsx'
import { AddressFields } from './address-fields.tsx'
import { useStepForm } from './use-step-form.ts'

/** The form of the shipping step: the address and the shipping method. */
export function ShippingStep({
  view,
  send,
  onDestination,
}: {
  view: CheckoutView
  send: (fields: Record<string, string>) => Promise<void>
  /** Called when the ZIP code is in its state, so that tax and fees can be computed. */
  onDestination: (zipCode: string, state: string, regionId: number | null) => void
}) {
  const { regions, shipping, personal, shippingMethods, addresses } = view
  const same = addresses.find((saved) => isSameAddress(saved, shipping))
  const refusals = useChanges(view.errors)
  // After the refusal of a saved address its fields are shown. They and the choice are uncontrolled, so a new key builds them again.
  const isRefused = hasErrors(view.errors) && same !== undefined
  const key = isRefused ? `refused-${refusals}` : 'typed'
  const zip = useZipValidation(regions, onDestination)
  const form = useStepForm({
    step: 'shipping',
    serverErrors: view.errors,
    validate: async (fields, element) => {
      // The server has the saved address and validates it.
      if (isSavedAddress(fields.savedAddress)) return {}
      const details = parseShippingFields(fields, regions)
      return validateShipping(details, {
        zip: await zip.check(element, details),
        allowedStates: regions.filter(({ allowed }) => allowed).map(({ name }) => name),
        regionCode: regions.find(({ id }) => id === details.regionId)?.code ?? null,
      })
    },
    send,
  })
  const address = {
    ...shipping,
    firstName: shipping.firstName || personal.firstName,
    lastName: shipping.lastName || personal.lastName,
    zipCode: shipping.zipCode || (view.cart.zip ?? ''),
  }
  return (
    <form {...form.props}>
      <input type="hidden" name="step" value="shipping" />
      <SavedAddresses
        key={`choice-${key}`}
        addresses={addresses}
        chosen={hasErrors(view.errors) ? undefined : same}
      />
      <div className="new-address" key={`fields-${key}`}>
        <AddressFields
          kind="shipping"
          address={address}
          errors={form.errors}
          regions={regions}
          checking={zip.checking}
        />
      </div>
      <fieldset className="step-choices" id="shippingMethod">
        <legend className="cond t-22">Delivery</legend>
        {shippingMethods.map((method) => (
          <OptionRow
            key={shippingKey(method)}
            name="shippingMethod"
            value={shippingKey(method)}
            defaultChecked={shippingKey(method) === shipping.shippingMethod}
            label={method.title}
            detail={method.promise}
            aside={method.price === 0 ? 'Free' : formatMoney(method.price)}
          />
        ))}
        {form.errors.shippingMethod ? <p className="field-error">{form.errors.shippingMethod}</p> : null}
      </fieldset>
      <div className="step-end">
        <FormFooter form={form} focus={form.answered} kind="buy" size="big">
          Go to payment
        </FormFooter>
        <p className="t-14 quiet">{DELIVERY_MESSAGES.refused}.</p>
      </div>
    </form>
  )
}

/** Returns how often the value has changed since the first render. */
function useChanges(value: unknown): number {
  const [seen, setSeen] = useState({ value, count: 0 })
  if (seen.value === value) return seen.count
  setSeen({ value, count: seen.count + 1 })
  return seen.count + 1
}

/** The customer's address book as a choice. The fields of a new address are shown when it is chosen, also without script. */
function SavedAddresses({
  addresses,
  chosen,
}: {
  addresses: CheckoutView['addresses']
  chosen: CheckoutView['addresses'][number] | undefined
}) {
  if (addresses.length === 0) return null
  return (
    <fieldset className="saved-addresses">
      <legend className="visually-hidden">Ship to</legend>
      {addresses.map((address) => (
        <OptionRow
          key={address.id}
          name="savedAddress"
          value={String(address.id)}
          defaultChecked={address === chosen}
          label={`${address.firstName} ${address.lastName}`}
          detail={formatAddressSummary(address)}
        />
      ))}
      <OptionRow
        name="savedAddress"
        value={NEW_ADDRESS}
        defaultChecked={chosen === undefined}
        label="Another address"
      />
    </fieldset>
  )
}
