/** Which provider takes the money for a way to pay. */
import {
  CARD_METHOD,
  INSTALLMENT_METHOD,
  PAY_LATER_METHOD,
  WALLET_METHOD,
} from '../../../schema/orders/payment.ts'
import { type Config, parseConfig } from '../../config.ts'
import { affirmGateway } from './affirm/affirm.ts'
import { afterpayGateway } from './afterpay/afterpay.ts'
import type { Gateway } from './gateway.ts'
import { paypalGateway } from './paypal/paypal.ts'
import { cardGateway } from './stripe/stripe.ts'

/** By the code of the way to pay; `null` when its provider is not configured. */
const GATEWAYS: Readonly<Record<string, (config: Config) => Gateway | null>> = {
  [CARD_METHOD]: ({ card }) => card && cardGateway(card),
  [WALLET_METHOD]: ({ paypal }) => paypal && paypalGateway(paypal),
  [PAY_LATER_METHOD]: ({ afterpay }) => afterpay && afterpayGateway(afterpay),
  [INSTALLMENT_METHOD]: ({ affirm }) => affirm && affirmGateway(affirm),
}

/** The provider of a way to pay; `null` when it is not configured, or when the way needs none. */
export function getGateway(env: object, paymentMethod: string): Gateway | null {
  const parsed = parseConfig(env)
  return parsed.ok ? (GATEWAYS[paymentMethod]?.(parsed.config) ?? null) : null
}
