import type Stripe from 'stripe'
import type { Keys } from '../../../../../sandbox/env.ts'
import { cardByFingerprint, cardByName } from '../../../../../sandbox/stripe/cards.ts'
import { endChallenge } from '../../../../../sandbox/stripe/challenge.ts'
import { thisMoment } from '../../../../../sandbox/stripe/clock.ts'
import { newToken } from '../../../../../sandbox/stripe/confirmation-token.ts'
import { isFailure } from '../../../../../sandbox/stripe/failure.ts'
import { cardMethodNamed } from '../../../../../sandbox/stripe/payment-method.ts'
import { find, newest, save } from '../../../../../sandbox/stripe/store.ts'
import { SandboxHarness } from '../../../../../sandbox/testing/sandbox.harness.ts'

/** Tokens of the card fields; unlike Stripe's tokens, each can be used for several payments. */
const TOKENS: Record<string, string> = {
  ctoken_ok: 'pm_card_visa',
  ctoken_declined: 'pm_card_chargeDeclined',
  ctoken_3ds: 'pm_card_authenticationRequired',
  ctoken_3ds_fails: 'pm_card_threeDSecureRequiredChargeDeclined',
}

/** The sandbox's Stripe in a test. */
export class StripeSandbox extends SandboxHarness {
  constructor(keys: Partial<Keys> = {}) {
    super(keys)
    const { records } = this.ledger
    const { get } = records
    records.get = <Thing>(kind: string, id: string) =>
      (kind === 'token' && TOKENS[id] ? tokenFor(TOKENS[id]) : get(kind, id)) as Thing | null
  }

  /** Payment intents by id, oldest first. */
  get intents(): Map<string, Stripe.PaymentIntent> {
    return new Map(
      newest(this.ledger.records, 'intent', 10_000)
        .reverse()
        .map((intent) => [intent.id, intent]),
    )
  }

  /** Ids of saved cards. */
  get cards(): string[] {
    const methods = newest(this.ledger.records, 'method', 10_000)
    return methods.flatMap(({ id, customer }) => (customer === null ? [] : [id]))
  }

  /** Changes the outcome of a saved card's next payments to that of the token's card. */
  changeCard(id: string, token: string): void {
    const { records } = this.ledger
    const method = find(records, 'method', id)
    const fingerprint = cardByName(TOKENS[token] ?? '')?.fingerprint ?? null
    if (method) save(records, 'method', { ...method, card: { ...method.card, fingerprint } })
  }

  /** Answers the bank's authentication of an intent in place of the shopper. */
  answerBank(id: string): void {
    const { records } = this.ledger
    const { payment_method: method, client_secret: secret } = find(records, 'intent', id) ?? {}
    const card = typeof method === 'string' ? find(records, 'method', method)?.card : undefined
    const passes = cardByFingerprint(card?.fingerprint)?.outcome === 'authenticate'
    endChallenge(this.ledger, id, secret ?? '', passes)
  }
}

function tokenFor(name: string): object | null {
  const moment = thisMoment()
  const method = cardMethodNamed(name, moment)
  const token = method && newToken({}, method, moment)
  return token && !isFailure(token) ? token : null
}

/** Skips the SDK's pauses before retries; time limits stay. Returns a function that restores the pauses. */
export function skipRetryDelays(): () => void {
  const { setTimeout: original } = globalThis
  globalThis.setTimeout = ((run: () => void, ms = 0, ...rest: []) =>
    original(run, ms < 5000 ? 0 : ms, ...rest)) as typeof setTimeout
  return () => {
    globalThis.setTimeout = original
  }
}
