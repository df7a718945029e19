/**
 * The cart of this browser: what the server confirmed last with the shopper's wishes on top. A wish shows
 * at once, is written down, and is sent by one tab at a time, each when the last was answered, under a name that the server
 * applies once; so a lost reply, a reload, two tabs or a sign-in in between neither lose nor repeat one. The server stays
 * the truth of everything else (docs/decisions.md).
 */
import type { CartView } from '../../../schema/cart/cart.api.ts'
import type { CartFormResult } from '../../../schema/cart/cart-form.api.ts'
import { shouldSync } from '../../../schema/cart/sync/cart-sync.ts'
import {
  type ClientCart,
  cartHash,
  emptyClientCart,
  loadCart,
  markSynced,
  saveHash,
  setAdding,
  setBypassCount,
  toggleMinicart,
  updateProps,
} from '../../../schema/cart/sync/client-cart.ts'
import { TASK_RETRY_MS } from '../../../schema/identity/session/queued-task.ts'
import { type ApiResult, NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import type { AddResult, CartPorts, CartState, CartStore } from './cart-ports.ts'
import {
  consumeMutationOutcomes,
  type PendingMutation,
  readPendingMutations,
  readStoredCart,
  storeCart,
  storeMutationOutcome,
  storePendingMutation,
} from './cart-storage.ts'
import { createCart, SYNC_FAILED } from './create-cart.ts'
import { toFormFields } from './mutation-form-fields.ts'
import { openMutationQueue, REMOVAL_DELAY_MS } from './mutation-queue.ts'
import { applyAllOptimistically } from './optimistic-cart.ts'

/** Answers of a server in trouble before a wish is given up. */
const TROUBLES = 3
const LONGEST_RETRY_MS = 30_000

export function openCartStore(ports: CartPorts): CartStore {
  const page = ports.newId()
  const listeners = new Set<() => void>()
  const waiting = new Map<string, (answered: AddResult) => void>()
  let cart = readStoredCart(ports.storage) ?? emptyClientCart<CartView>()
  const outbox = openMutationQueue(ports, page)
  let isWritten = cart.view !== null
  let tries = 0
  // Questions are numbered, so that a late answer about another cart is known as such.
  let asked = 0
  let accepted = 0
  // Raised when everything is forgotten: what was on its way then is nobody's.
  let epoch = 0
  let cancel: (() => void) | null = null
  let state: CartState = { view: null, cart, busy: false, message: null, unanswered: false }

  function show(part: Partial<Pick<CartState, 'message' | 'unanswered'>> = {}): void {
    const wishes = readPendingMutations(ports.storage)
    const view =
      cart.view &&
      applyAllOptimistically(
        cart.view,
        wishes.map(({ wish }) => wish),
      )
    state = { ...state, ...part, cart, view, busy: wishes.length > 0 }
    for (const changed of listeners) changed()
  }

  function keep(next: ClientCart<CartView>): void {
    cart = next
    // Without a view there is nothing to keep, and the others would take it for forgotten.
    if (next.view) isWritten = storeCart(ports.storage, next)
  }

  /** Takes the server's answer to question `at`. False when something newer is known. */
  function accept(view: CartView, at: number): boolean {
    // Another tab may know more, and be heard of only later.
    adopt()
    const known = cart.view
    const isOlder = known?.key === view.key ? view.version < known.version : known !== null && at < accepted
    if (isOlder) return false
    accepted = Math.max(accepted, at)
    keep(markSynced(saveHash(loadCart(cart, view)), ports.now()))
    return true
  }

  function adopt(): void {
    const other = readStoredCart(ports.storage)
    // Gone in another tab; where nothing can be written it was never there.
    if (!other && isWritten) {
      epoch += 1
      isWritten = false
      cart = emptyClientCart()
    } else if (
      other &&
      (other.token !== cart.token || (other.view?.version ?? 0) > (cart.view?.version ?? 0))
    ) {
      const { isAdding, isOpen, bypassCount } = cart
      cart = { ...other, isAdding, isOpen, bypassCount }
    }
  }

  function later(ms: number): void {
    cancel?.()
    cancel = ports.after(ms, () => {
      cancel = null
      void flush()
    })
  }

  async function flush(how: { now?: boolean } = {}): Promise<void> {
    cancel?.()
    cancel = null
    await ports.alone(async () => {
      for (
        let next = readPendingMutations(ports.storage)[0];
        next;
        next = readPendingMutations(ports.storage)[0]
      ) {
        const wait = Math.min(next.due - ports.now(), REMOVAL_DELAY_MS)
        if (wait > 0 && !how.now) return later(wait)
        if (!(await send(next))) return
      }
    })
  }

  /** Sends one wish. False when it stays: there was no answer, or none to go by. */
  async function send(next: PendingMutation): Promise<boolean> {
    const began = epoch
    // What was sent, by this page or by one that left meanwhile, may be in the cart: only its answer ends it.
    if (next.wish.kind === 'add' && !(await hasCart()) && !isSent(next.id)) {
      conclude(next, { ok: false, code: NETWORK_ERROR, message: NETWORK_MESSAGES.offline, result: null })
      return true
    }
    if (began !== epoch) return false
    storePendingMutation(ports.storage, { ...next, sent: true })
    asked += 1
    const at = asked
    const answer = await ports.post(toFormFields(next), {})
    if (began !== epoch) return false
    if (!answer.ok && (answer.code === NETWORK_ERROR || (answer.code >= 500 && tries < TROUBLES))) {
      tries += 1
      if (answer.code === NETWORK_ERROR) answered(next.id, 'lost', answer.message)
      show({ unanswered: true })
      if (ports.isOnline()) later(Math.min(TASK_RETRY_MS * 2 ** (tries - 1), LONGEST_RETRY_MS))
      return false
    }
    tries = 0
    const gone = next.wish.kind === 'remove' && answer.ok ? lineOf(next.wish.itemId) : undefined
    if (answer.ok) accept(answer.value.view, at)
    conclude(next, answer)
    if (gone) ports.removed(gone)
    if (!answer.ok) await pull()
    return true
  }

  function lineOf(itemId: number) {
    return cart.view?.lines.find((line) => line.itemId === itemId)
  }

  function conclude(next: PendingMutation, outcome: ApiResult<CartFormResult>): void {
    outbox.take(next, !outcome.ok)
    const { wish } = next
    const text = outcome.ok ? outcome.value.message : outcome.message
    const told = { good: outcome.ok, text, about: wish.kind }
    if (next.page === page) {
      show({ message: wish.kind === 'add' ? state.message : told, unanswered: false })
      answered(next.id, endOf(outcome), text)
    } else {
      storeMutationOutcome(ports.storage, next.id, { ...told, at: ports.now() })
      show({ unanswered: false })
    }
    if (outcome.ok) ports.announce(outcome.value.count)
  }

  function answered(mutation: string, end: AddResult['end'], text: string): void {
    waiting.get(mutation)?.({ end, text, mutation })
    waiting.delete(mutation)
    cart = setAdding(cart, waiting.size > 0)
  }

  const isSent = (wish: string) =>
    readPendingMutations(ports.storage).some(({ id, sent }) => sent && id === wish)

  /** A cart is asked for when there is something for it and none is known. */
  async function hasCart(): Promise<boolean> {
    if (cart.token !== '') return true
    return createCart(ports.connect, cart.bypassCount, (count) => keep(setBypassCount(cart, count)))
  }

  async function pull(): Promise<boolean> {
    const began = epoch
    asked += 1
    const at = asked
    const answer = await ports.pull()
    if (began !== epoch) return false
    if (!answer.ok) {
      // Without an answer there is nothing to look into; the shopper reads that there is no connection.
      if (answer.code !== NETWORK_ERROR) console.warn(SYNC_FAILED, answer.code)
      show({ unanswered: answer.code === NETWORK_ERROR })
      return false
    }
    accept(answer.value, at)
    show({ unanswered: false })
    return true
  }

  async function sync(how: { forced?: boolean } = {}): Promise<boolean> {
    const gate = {
      ...{ token: cart.token, online: ports.isOnline(), forced: how.forced ?? false },
      ...{ hash: cartHash(cart.view?.lines ?? [], cart.token), syncedHash: cart.hash },
      ...{ syncedAt: cart.syncedAt, bypassCount: cart.bypassCount },
    }
    if (!shouldSync(gate)) {
      if (!gate.online) show({ unanswered: true })
      return gate.online && cart.view !== null
    }
    // What this browser has comes first, so that it is not taken for something that the server does not want.
    await flush()
    return pull()
  }

  function heard(): void {
    adopt()
    for (const [id, { good, text, about }] of consumeMutationOutcomes(ports.storage, page, ports.now())) {
      if (about !== 'add') show({ message: { good, text, about } })
      answered(id, good ? 'done' : 'refused', text)
    }
    show()
  }

  show()
  return {
    get: () => state,
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    load(view) {
      asked += 1
      if (accept(view, asked)) show({ unanswered: false })
    },
    ask(wish) {
      outbox.put(wish, cart.token)
      show({ message: null })
      if (ports.isOnline()) void flush()
      else show({ unanswered: true })
    },
    add(fields) {
      // Nothing is added while there is no connection.
      if (!ports.isOnline())
        return Promise.resolve({ end: 'lost', text: NETWORK_MESSAGES.offline, mutation: '' })
      const { id } = outbox.put({ kind: 'add', fields }, cart.token)
      const end = new Promise<AddResult>((resolve) => waiting.set(id, resolve))
      cart = setAdding(cart, true)
      show()
      void flush()
      return end
    },
    sync,
    flush,
    leave() {
      const [next] = readPendingMutations(ports.storage)
      // One that is on its way is sent again by the next page, if it has to be; and so is one that has no cart yet, whose
      // name would come back to nobody.
      if (!next || next.sent || (next.wish.kind === 'add' && cart.token === '')) return
      storePendingMutation(ports.storage, { ...next, sent: true })
      void ports.post(toFormFields(next), { keepalive: true })
    },
    mark(sku, problem) {
      const target = cart.view?.lines.find((line) => line.sku === sku)
      if (!target || !cart.view) return
      keep({ ...cart, view: updateProps(cart.view, target, { problem }) })
      show()
    },
    say: (message) => show({ message }),
    heard,
    toggle() {
      cart = toggleMinicart(cart)
      show()
    },
  }
}

/** Without a cart nothing was sent, and the plain form may still have better luck. */
function endOf(outcome: ApiResult<CartFormResult>): AddResult['end'] {
  if (outcome.ok) return outcome.value.notice.code === 'volatile' ? 'unsure' : 'done'
  return outcome.code === NETWORK_ERROR ? 'lost' : 'refused'
}
