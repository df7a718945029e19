/** Sends the pending mutations of all tabs, one after the other and from one tab at a time. */
import type { CartFormResult } from '../../../schema/cart/cart-form.api.ts'
import { setBypassCount } from '../../../schema/cart/sync/client-cart.ts'
import { TASK_RETRY_MS } from '../../../schema/identity/session/queued-task.ts'
import { type ApiResult, NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import type { CartDisplay } from './cart-display.ts'
import type { CartPorts } from './cart-ports.ts'
import {
  findPendingMutation,
  type PendingMutation,
  readPendingMutations,
  storePendingMutation,
} from './cart-storage.ts'
import type { ConfirmedCart } from './confirmed-cart.ts'
import { type CreatedCart, createCart } from './create-cart.ts'
import { toFormFields } from './mutation-form-fields.ts'
import type { MutationOutcomes } from './mutation-outcomes.ts'
import { type MutationQueue, REMOVAL_DELAY_MS } from './mutation-queue.ts'
import { pullCart } from './pull-cart.ts'

/** Retries after server errors before a mutation is given up. */
const MAX_SERVER_ERRORS = 3
const MAX_RETRY_MS = 30_000

interface Parts {
  confirmed: ConfirmedCart
  display: CartDisplay
  queue: MutationQueue
  outcomes: MutationOutcomes
}

/** Returns the function that sends all pending mutations; `now` skips the delay of removals. */
export function createMutationSender(ports: CartPorts, { confirmed, display, queue, outcomes }: Parts) {
  let attempts = 0
  let cancel: (() => void) | null = null
  const first = () => readPendingMutations(ports.storage)[0]

  function flushLater(ms: number): void {
    cancel?.()
    cancel = ports.after(ms, () => {
      cancel = null
      void flush()
    })
  }

  async function flush(how: { now?: boolean } = {}): Promise<void> {
    cancel?.()
    cancel = null
    await ports.withLock(async () => {
      for (let next = first(); next; next = first()) {
        const wait = next.due - ports.now()
        // A longer wait means that the clock was set back.
        if (wait > 0 && wait <= REMOVAL_DELAY_MS && !how.now) return flushLater(wait)
        if (!(await send(next))) return
      }
    })
  }

  /** Sends one mutation. Returns false when it stays in the queue: no response, or a server error. */
  async function send(next: PendingMutation): Promise<boolean> {
    const startEpoch = confirmed.epoch()
    // A mutation that was sent, by this or another page, may be in the cart: only its own response settles it.
    const cart = next.wish.kind === 'add' ? await ensureCart() : 'created'
    const pending = findPendingMutation(ports.storage, next.id)
    // Its page has removed it meanwhile.
    if (!pending) return true
    if (cart !== 'created' && !pending.sent) {
      const failure = { code: NETWORK_ERROR, message: NETWORK_MESSAGES.offline }
      if (cart === 'unanswered') retryLater(next.id, failure)
      else settle(next, { ok: false, ...failure, result: null })
      return cart === 'failed'
    }
    if (startEpoch !== confirmed.epoch()) return false
    storePendingMutation(ports.storage, { ...next, sent: true })
    const reply = await confirmed.request(() => ports.post(toFormFields(next), {}))
    if (!reply) return false
    const { answer, requestNumber } = reply
    if (!answer.ok && canRetry(answer.code)) {
      retryLater(next.id, answer)
      return false
    }
    attempts = 0
    const removed = next.wish.kind === 'remove' && answer.ok ? findLine(next.wish.itemId) : undefined
    if (answer.ok) confirmed.accept(answer.value.view, requestNumber)
    settle(next, answer)
    if (removed) ports.trackRemoval(removed)
    if (!answer.ok) await pullCart(ports, confirmed, display)
    return true
  }

  function canRetry(code: number): boolean {
    return code === NETWORK_ERROR || (code >= 500 && attempts < MAX_SERVER_ERRORS)
  }

  function retryLater(mutation: string, { code, message }: { code: number; message: string }): void {
    attempts += 1
    if (code === NETWORK_ERROR) outcomes.resolve(mutation, 'lost', message)
    display.show({ unanswered: true })
    if (ports.isOnline()) flushLater(Math.min(TASK_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS))
  }

  function settle(next: PendingMutation, result: ApiResult<CartFormResult>): void {
    queue.settle(next, !result.ok)
    outcomes.publish(next, result)
    if (result.ok) ports.publishCount(result.value.count)
  }

  function findLine(itemId: number) {
    return confirmed.get().view?.lines.find((line) => line.itemId === itemId)
  }

  /** Requests a cart unless one is known. */
  async function ensureCart(): Promise<CreatedCart> {
    const { token, bypassCount } = confirmed.get()
    if (token !== '') return 'created'
    return createCart(ports.connect, bypassCount, (count) =>
      confirmed.save(setBypassCount(confirmed.get(), count)),
    )
  }

  return flush
}
