/** The gateway of each payment method. */
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
import { withOutcomes } from './payment-outcome.ts'
import { paypalGateway } from './paypal/paypal.ts'
import { cardGateway } from './stripe/stripe.ts'

/** By the code of the payment method; `null` when its provider is not configured. */
const GATEWAYS: Readonly<Record<string, (config: Config) => Gateway | null>> = {
  [CARD_METHOD]: ({ card }) => card && cardGateway(card),
  [WALLET_METHOD]: ({ paypal }) => paypal && paypalGateway(paypal),
  [PAY_LATER_METHOD]: ({ afterpay }) => afterpay && afterpayGateway(afterpay),
  [INSTALLMENT_METHOD]: ({ affirm }) => affirm && affirmGateway(affirm),
}

/** Returns the gateway of a payment method; `null` for a method without a configured provider. */
export function getGateway(env: object, paymentMethod: string): Gateway | null {
  const parsed = parseConfig(env)
  const gateway = parsed.ok ? GATEWAYS[paymentMethod]?.(parsed.config) : null
  return gateway ? withOutcomes(gateway, paymentMethod, env) : null
}
