import type { ReactNode } from 'react'
import type { CartFormFields } from '../../schema/cart/cart-form.api.ts'
import { paths } from '../../schema/paths.ts'
import type { CartMutation } from './sync/optimistic-cart.ts'

/**
 * A button that changes the cart: a plain form of these fields. Where script runs, `mutate` gets the change instead; it may also
 * ask the shopper first.
 */
export function CartAction({
  fields,
  mutate,
  className = 'button',
  children,
}: {
  fields: CartFormFields
  mutate: (mutation: CartMutation) => void
  className?: string
  children: ReactNode
}) {
  return (
    <form
      method="post"
      action={paths.cartForm}
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ kind: 'form', fields })
      }}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={className}>
        {children}
      </button>
    </form>
  )
}
