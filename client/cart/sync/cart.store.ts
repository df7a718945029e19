/**
 * The cart of this browser: the cart that the server confirmed last, with the shopper's pending mutations applied. A
 * mutation shows at once, is stored, and is sent by one tab at a time, one after the other. The server applies each
 * mutation id once, so no mutation is lost or repeated by a lost reply, a reload, two tabs or a sign-in. For everything
 * else the server has the authoritative cart (decision 100).
 */
import { shouldSync } from '../../../schema/cart/sync/cart-sync.ts'
import { cartHash, toggleMinicart, updateLine } from '../../../schema/cart/sync/client-cart.ts'
import { NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { createCartDisplay } from './cart-display.ts'
import type { CartPorts, CartStore } from './cart-ports.ts'
import {
  findPendingMutation,
  readPendingMutations,
  removePendingMutation,
  storePendingMutation,
} from './cart-storage.ts'
import { createConfirmedCart } from './confirmed-cart.ts'
import { toFormFields } from './mutation-form-fields.ts'
import { createMutationOutcomes } from './mutation-outcomes.ts'
import { createMutationQueue } from './mutation-queue.ts'
import { createMutationSender } from './mutation-sender.ts'
import { pullCart } from './pull-cart.ts'

/** Creates the store of one page on the functions of the browser. */
export function createCartStore(ports: CartPorts): CartStore {
  const page = ports.newId()
  const queue = createMutationQueue(ports, page)
  const confirmed = createConfirmedCart(ports)
  const display = createCartDisplay(ports, confirmed)
  const outcomes = createMutationOutcomes(ports, page, confirmed, display)
  const flush = createMutationSender(ports, { confirmed, display, queue, outcomes })
  return {
    get: display.get,
    subscribe: display.subscribe,
    flush,
    acceptView(view) {
      if (confirmed.acceptView(view)) display.show({ unanswered: false })
    },
    mutate(mutation) {
      queue.add(mutation, confirmed.get().token)
      display.show({ message: null })
      if (ports.isOnline()) void flush()
      else display.show({ unanswered: true })
    },
    add(fields, id) {
      const early = id ? findPendingMutation(ports.storage, id) : undefined
      // A page that comes back from the browser's back/forward cache adds nothing again, also not to a later cart.
      if (id && !early) return outcomes.ofOtherPage(id)
      let mutation = ''
      // While the browser reports no connection, no addition is stored; one that was sent may be in the cart.
      if (ports.isOnline() || early?.sent)
        mutation = queue.add({ kind: 'add', fields }, confirmed.get().token, id)
      else if (id) removePendingMutation(ports.storage, id)
      const result = outcomes.waitFor(mutation)
      // A full storage takes no mutation either.
      if (!mutation) outcomes.resolve(mutation, 'unsent', NETWORK_MESSAGES.offline)
      display.show()
      void flush()
      return result
    },
    async sync({ forced = false } = {}) {
      const { view, token, hash: syncedHash, syncedAt, bypassCount } = confirmed.get()
      const online = ports.isOnline()
      const hash = cartHash(view?.lines ?? [], token)
      if (!shouldSync({ token, online, forced, hash, syncedHash, syncedAt, bypassCount })) {
        if (!online) display.show({ unanswered: true })
        return online && view !== null
      }
      // Pending mutations are sent first, so that the server's cart contains them.
      await flush()
      return pullCart(ports, confirmed, display)
    },
    sendBeforeUnload() {
      const [next] = readPendingMutations(ports.storage)
      // Skips a mutation that was already sent: the next page repeats it if needed. Skips an addition without a cart: the
      // id of its new cart would be lost.
      if (!next || next.sent || (next.wish.kind === 'add' && confirmed.get().token === '')) return
      storePendingMutation(ports.storage, { ...next, sent: true })
      void ports.post(toFormFields(next), { keepalive: true })
    },
    markLine(sku, problem) {
      const cart = confirmed.get()
      const target = cart.view?.lines.find((line) => line.sku === sku)
      if (!target || !cart.view) return
      confirmed.save({ ...cart, view: updateLine(cart.view, target, { problem }) })
      display.show()
    },
    showMessage: (message) => display.show({ message }),
    readStored() {
      confirmed.mergeStored()
      outcomes.receive()
      display.show()
    },
    toggle() {
      confirmed.set(toggleMinicart(confirmed.get()))
      display.show()
    },
  }
}
