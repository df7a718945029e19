/** What the small forms of a cart share. */
import type { FormEvent } from 'react'
import type { CartMessage } from './sync/cart-ports.ts'

/** Takes a submit over and gives the text of one of its fields. */
export function formValue(event: FormEvent<HTMLFormElement>, name: string): string {
  event.preventDefault()
  const value = new FormData(event.currentTarget).get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Why a mutation of this kind was refused, where that was the last thing said. */
export function couponFieldError(message: CartMessage | null, kind: CartMessage['about']): string | null {
  return message && !message.good && message.about === kind ? message.text : null
}
