/** Functions shared by the small forms of a cart. */
import type { FormEvent } from 'react'
import type { CartMessage } from './sync/cart-ports.ts'

/** Prevents the submit of a plain form and returns the trimmed text of one of its fields. */
export function formValue(event: FormEvent<HTMLFormElement>, name: string): string {
  event.preventDefault()
  const value = new FormData(event.currentTarget).get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Returns the message if it is the refusal of a mutation of this kind, else `null`. */
export function mutationError(message: CartMessage | null, kind: CartMessage['about']): string | null {
  return message && !message.good && message.about === kind ? message.text : null
}
