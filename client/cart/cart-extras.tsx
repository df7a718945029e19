/** Coupon and ZIP code below the lines: plain forms that the screen enhances. */
import { useEffect } from 'react'
import type { CartView } from '../../schema/cart/cart.api.ts'
import { paths } from '../../schema/paths.ts'
import { readZip, saveZip } from '../identity/location/zip.store.ts'
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
  // The ZIP code of another page or of the last order is the destination of a cart that has none.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page opens
  useEffect(() => {
    const known = readZip()
    if (zip === '' && known !== '' && !cart.allVirtual) mutate({ kind: 'zip', zip: known })
  }, [])
  // The header and the pages of products show the ZIP code of the cart.
  useEffect(() => {
    if (zip !== '' && zip !== readZip()) saveZip(zip)
  }, [zip])
  return (
    <div className="cart-extras">
      <CouponForm code={cart.totals.couponCode} short={cart.couponShort} message={message} mutate={mutate} />
      {cart.allVirtual ? null : (
        <form
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
