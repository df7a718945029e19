/** Coupon and ZIP code below the lines: plain forms that the screen enhances. */
import { useEffect, useRef } from 'react'
import type { CartView } from '../../schema/cart/cart.api.ts'
import { paths } from '../../schema/paths.ts'
import { readZip } from '../identity/location/zip.store.ts'
import { Button } from '../platform/ui/button.tsx'
import { Field } from '../platform/ui/field.tsx'
import { formValue, mutationError } from './cart-forms.ts'
import { CouponForm } from './coupon/coupon-form.tsx'
import type { CartMessage } from './sync/cart-ports.ts'
import type { CartMutation } from './sync/optimistic-cart.ts'

interface Props {
  cart: CartView
  zip: string
  message: CartMessage | null
  mutate: (mutation: CartMutation) => void
}

export function CartExtras({ cart, zip, message, mutate }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = form.current?.elements.namedItem('zip')
    // The ZIP code of a product page or of the last order; the shopper decides whether the cart gets it.
    if (field instanceof HTMLInputElement && field.value === '') field.value = readZip()
  }, [])
  return (
    <div className="cart-extras">
      <CouponForm code={cart.totals.couponCode} short={cart.couponShort} message={message} mutate={mutate} />
      {cart.allVirtual ? null : (
        <form
          ref={form}
          className="field-and-button"
          method="post"
          action={paths.cartForm}
          onSubmit={(event) => mutate({ kind: 'zip', zip: formValue(event, 'zip') })}
        >
          <input type="hidden" name="action" value="zip" />
          <Field
            key={zip}
            label="ZIP code for tax and delivery"
            name="zip"
            defaultValue={zip}
            required
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={10}
            error={mutationError(message, 'zip')}
          />
          <Button type="submit">Update</Button>
        </form>
      )}
    </div>
  )
}
