/** The form that changes the address of an order before it is sent (H14o). */
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { type ApiAddress, fromApiAddress } from '../../../schema/identity/location/address.ts'
import { staffPaths } from '../../../schema/paths.ts'
import type { OrderAddressForm } from '../../../schema/staff/orders/address-form.ts'

type AddressField = Exclude<keyof OrderAddressForm, 'action' | 'order' | 'key'>

const FIELDS: readonly { name: AddressField; label: string; isOptional?: boolean }[] = [
  { name: 'firstName', label: 'First name' },
  { name: 'lastName', label: 'Last name' },
  { name: 'streetAddress', label: 'Street address' },
  { name: 'apartmentNumber', label: 'Apartment (optional)', isOptional: true },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State' },
  { name: 'zipCode', label: 'ZIP Code' },
  { name: 'phoneNumber', label: 'Phone' },
]

/** Renders the form, closed at first, with the address of now. */
export function AddressEdit({ orderNumber, address }: { orderNumber: string; address: ApiAddress }) {
  const details = fromApiAddress(address, null)
  return (
    <details className="staff-act">
      <summary>Change the address</summary>
      <form className="form-grid" method="post" action={staffPaths.orderDeskForm}>
        <input type="hidden" name="action" value="address" />
        <input type="hidden" name="order" value={orderNumber} />
        <input type="hidden" name="key" value={crypto.randomUUID()} />
        <p>Taxes and fees are worked out again. If they would differ, nothing is changed.</p>
        {FIELDS.map(({ name, label, isOptional = false }) => (
          <Field
            key={name}
            name={name}
            id={`address-${name}`}
            label={label}
            defaultValue={details[name]}
            autoComplete="off"
            maxLength={255}
            required={!isOptional}
          />
        ))}
        <div className="staff-send">
          <Button type="submit">Change the address</Button>
        </div>
      </form>
    </details>
  )
}
