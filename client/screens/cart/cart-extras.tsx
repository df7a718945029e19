/** Coupon and ZIP code under the lines: two plain forms that the screen takes over. */
import type { FormEvent } from 'react'
import type { CartView } from '../../../schema/api/cart.ts'
import { paths } from '../../../schema/paths.ts'
import type { CartMessage } from '../../store/cart/cart-ports.ts'
import type { CartWish } from '../../store/cart/expected-cart.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

interface Props {
  cart: CartView
  zip: string
  message: CartMessage | null
  ask: (wish: CartWish) => void
}

export function CartExtras({ cart, zip, message, ask }: Props) {
  const wrong = (kind: CartWish['kind']) =>
    message && !message.good && message.about === kind ? message.text : null
  const code = cart.totals.couponCode
  return (
    <div className="cart-extras">
      {code ? (
        <form
          method="post"
          action={paths.cartForm}
          onSubmit={(event) => {
            event.preventDefault()
            ask({ kind: 'coupon-off' })
          }}
        >
          <input type="hidden" name="action" value="coupon-remove" />
          <p className="field-label">Coupon</p>
          <p className="cart-coupon">
            <b className="cond t-22">{code}</b>
            <button type="submit" className="text-button t-14">
              Remove<span className="visually-hidden"> coupon {code}</span>
            </button>
          </p>
        </form>
      ) : (
        <form
          className="field-and-button"
          method="post"
          action={paths.cartForm}
          onSubmit={(event) => ask({ kind: 'coupon', code: textOf(event, 'coupon') })}
        >
          <input type="hidden" name="action" value="coupon" />
          <Field
            label="Coupon"
            name="coupon"
            required
            autoComplete="off"
            autoCapitalize="characters"
            error={wrong('coupon')}
          />
          <Button type="submit">Apply</Button>
        </form>
      )}
      {cart.allVirtual ? null : (
        <form
          className="field-and-button"
          method="post"
          action={paths.cartForm}
          onSubmit={(event) => ask({ kind: 'zip', zip: textOf(event, 'zip') })}
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
            error={wrong('zip')}
          />
          <Button type="submit">Update</Button>
        </form>
      )}
    </div>
  )
}

/** Takes a submit over and gives the text of one of its fields. */
function textOf(event: FormEvent<HTMLFormElement>, name: string): string {
  event.preventDefault()
  const value = new FormData(event.currentTarget).get(name)
  return typeof value === 'string' ? value.trim() : ''
}
