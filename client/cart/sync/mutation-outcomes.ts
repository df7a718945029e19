/** The results of mutations, published to the page that created them: this page, or another tab through the storage. */
import type { CartFormResult } from '../../../schema/cart/cart-form.api.ts'
import { setAdding } from '../../../schema/cart/sync/client-cart.ts'
import { type ApiResult, NETWORK_ERROR } from '../../platform/api/call-api.ts'
import type { CartDisplay } from './cart-display.ts'
import type { AddResult, CartPorts } from './cart-ports.ts'
import { consumeMutationOutcomes, type PendingMutation, storeMutationOutcome } from './cart-storage.ts'
import type { ConfirmedCart } from './confirmed-cart.ts'

export type MutationOutcomes = ReturnType<typeof createMutationOutcomes>

export function createMutationOutcomes(
  { storage, now, reportRefusal }: Pick<CartPorts, 'storage' | 'now' | 'reportRefusal'>,
  page: string,
  confirmed: ConfirmedCart,
  display: CartDisplay,
) {
  const waiting = new Map<string, (result: AddResult) => void>()
  const isOwn = (id: string) => waiting.has(id) || id.startsWith(`${page}.`)

  /** Resolves the promise of an addition, if this page waits for it. */
  function resolve(mutation: string, end: AddResult['end'], text: string): void {
    waiting.get(mutation)?.({ end, text, mutation })
    waiting.delete(mutation)
    confirmed.set(setAdding(confirmed.get(), waiting.size > 0))
  }

  function waitFor(mutation: string): Promise<AddResult> {
    confirmed.set(setAdding(confirmed.get(), true))
    return new Promise((answered) => waiting.set(mutation, answered))
  }

  /** Shows the results of this page's mutations that another tab has sent. */
  function receive(): void {
    for (const [id, { good, text, about, end }] of consumeMutationOutcomes(storage, isOwn, now())) {
      // The other tab had an answer, so there is a connection.
      display.show({ ...(about === 'add' ? {} : { message: { good, text, about } }), unanswered: false })
      resolve(id, end, text)
    }
  }

  return {
    waitFor,
    resolve,
    receive,
    /** Returns the result of an addition that another page has sent. */
    ofOtherPage(mutation: string): Promise<AddResult> {
      const result = waitFor(mutation)
      receive()
      resolve(mutation, 'elsewhere', '')
      return result
    },
    publish({ id, wish }: PendingMutation, result: ApiResult<CartFormResult>): void {
      const isAddition = wish.kind === 'add'
      const text = result.ok ? result.value.message : result.message
      const message = { good: result.ok, text, about: wish.kind }
      display.show({ ...(isAddition || !isOwn(id) ? {} : { message }), unanswered: false })
      const end = toEnd(result)
      if (isOwn(id)) resolve(id, end, text)
      else {
        storeMutationOutcome(storage, id, { ...message, end, at: now() })
        if (end === 'refused' && isAddition) reportRefusal(text)
      }
    },
  }
}

/** `NETWORK_ERROR` here means that no cart could be created: a mutation without a reply stays in the queue instead. */
function toEnd(result: ApiResult<CartFormResult>): AddResult['end'] {
  if (result.ok) return result.value.notice.code === 'volatile' ? 'unsure' : 'done'
  return result.code === NETWORK_ERROR ? 'unsent' : 'refused'
}
