/** The coupon of a cart: a field for its code, or the code with a button that removes it. Both also work without script. */
import { paths } from '../../../schema/paths.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Field } from '../../platform/ui/field.tsx'
import { CartAction } from '../cart-action.tsx'
import { formValue, mutationError } from '../cart-forms.ts'
import type { CartMessage } from '../sync/cart-ports.ts'
import type { CartMutation } from '../sync/optimistic-cart.ts'

interface Props {
  code: string | null
  /** Why the coupon gives no discount; `null` when it does. */
  short: string | null
  message: CartMessage | null
  mutate: (mutation: CartMutation) => void
}

export function CouponForm({ code, short, message, mutate }: Props) {
  if (code) {
    return (
      <div>
        <p className="field-label">Coupon</p>
        <div className="cart-coupon">
          <b className="cond t-22">{code}</b>
          <CartAction
            fields={{ action: 'coupon-remove' }}
            mutate={() => mutate({ kind: 'coupon-off' })}
            className="text-button t-14"
          >
            Remove<span className="visually-hidden"> coupon {code}</span>
          </CartAction>
        </div>
        {short ? <p className="oxide t-14">{short}</p> : null}
      </div>
    )
  }
  return (
    <form
      className="field-and-button"
      method="post"
      action={paths.cartForm}
      onSubmit={(event) => mutate({ kind: 'coupon', code: formValue(event, 'coupon') })}
    >
      <input type="hidden" name="action" value="coupon" />
      <Field
        label="Coupon"
        name="coupon"
        required
        autoComplete="off"
        autoCapitalize="characters"
        error={mutationError(message, 'coupon')}
      />
      <Button type="submit">Apply</Button>
    </form>
  )
}
