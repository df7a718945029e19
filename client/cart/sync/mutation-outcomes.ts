/** How mutations end, published to the page that made them: this one, or another tab by way of the storage. */
import type { CartFormResult } from '../../../schema/cart/cart-form.api.ts'
import { setAdding } from '../../../schema/cart/sync/client-cart.ts'
import { type ApiResult, NETWORK_ERROR } from '../../platform/api/call-api.ts'
import type { CartDisplay } from './cart-display.ts'
import type { AddResult, CartPorts } from './cart-ports.ts'
import { consumeMutationOutcomes, type PendingMutation, storeMutationOutcome } from './cart-storage.ts'
import type { ConfirmedCart } from './confirmed-cart.ts'

export type MutationOutcomes = ReturnType<typeof openMutationOutcomes>

export function openMutationOutcomes(
  { storage, now }: Pick<CartPorts, 'storage' | 'now'>,
  page: string,
  confirmed: ConfirmedCart,
  display: CartDisplay,
) {
  const waiting = new Map<string, (result: AddResult) => void>()

  /** Ends the waiting for an addition, if this page waits for one. */
  function resolve(mutation: string, end: AddResult['end'], text: string): void {
    waiting.get(mutation)?.({ end, text, mutation })
    waiting.delete(mutation)
    confirmed.set(setAdding(confirmed.get(), waiting.size > 0))
  }

  return {
    waitFor(mutation: string): Promise<AddResult> {
      confirmed.set(setAdding(confirmed.get(), true))
      return new Promise((answered) => waiting.set(mutation, answered))
    },
    resolve,
    publish({ id, page: origin, wish }: PendingMutation, result: ApiResult<CartFormResult>): void {
      const text = result.ok ? result.value.message : result.message
      const message = { good: result.ok, text, about: wish.kind }
      if (origin === page) {
        display.show({ ...(wish.kind === 'add' ? {} : { message }), unanswered: false })
        resolve(id, toEnd(result), text)
      } else {
        storeMutationOutcome(storage, id, { ...message, at: now() })
        display.show({ unanswered: false })
      }
    },
    /** Shows how this page's mutations ended that another tab has sent. */
    receive(): void {
      for (const [id, { good, text, about }] of consumeMutationOutcomes(storage, page, now())) {
        if (about !== 'add') display.show({ message: { good, text, about } })
        resolve(id, good ? 'done' : 'refused', text)
      }
    },
  }
}

/** Without a cart nothing was sent, and the plain form may still have better luck. */
function toEnd(result: ApiResult<CartFormResult>): AddResult['end'] {
  if (result.ok) return result.value.notice.code === 'volatile' ? 'unsure' : 'done'
  return result.code === NETWORK_ERROR ? 'lost' : 'refused'
}
