import { NETWORK_ERROR } from '../../platform/api/call-api.ts'
import type { CartDisplay } from './cart-display.ts'
import type { CartPorts } from './cart-ports.ts'
import type { ConfirmedCart } from './confirmed-cart.ts'
import { SYNC_FAILED } from './create-cart.ts'

/** Reads the cart from the server and shows it. Returns false when the call failed. */
export async function pullCart(
  { pull }: Pick<CartPorts, 'pull'>,
  confirmed: ConfirmedCart,
  display: CartDisplay,
): Promise<boolean> {
  const reply = await confirmed.request(pull)
  if (!reply) return false
  const { answer, requestNumber } = reply
  if (!answer.ok) {
    // A lost connection is not logged; the shopper sees a message instead.
    if (answer.code !== NETWORK_ERROR) console.warn(SYNC_FAILED, answer.code)
    display.show({ unanswered: answer.code === NETWORK_ERROR })
    return false
  }
  confirmed.accept(answer.value, requestNumber)
  display.show({ unanswered: false })
  return true
}
