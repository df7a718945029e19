/** Webhooks of payment providers: where their keys are given, the deployment registers the shop's address itself. */
import * as v from 'valibot'
import type { Config } from '../../worker/config.ts'
import { paypalCaller } from '../../worker/orders/payments/paypal/paypal-call.ts'
import { cardClient } from '../../worker/orders/payments/stripe/stripe-client.ts'
import type { PlannedCall, Step, StepInput } from './plan.ts'

/** A secret that its provider makes when the webhook is registered. */
export interface MissingWebhook {
  secret: 'STRIPE_WEBHOOK_SECRET' | 'PAYPAL_WEBHOOK_ID'
  provider: 'Stripe' | 'PayPal'
}

/** The keys that a provider needs besides the secret of its webhook. */
const WEBHOOKS = [
  {
    secret: 'STRIPE_WEBHOOK_SECRET',
    provider: 'Stripe',
    keys: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
  },
  { secret: 'PAYPAL_WEBHOOK_ID', provider: 'PayPal', keys: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'] },
] as const

/** The events that the shop handles. */
const STRIPE_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'payment_intent.amount_capturable_updated',
  'charge.refunded',
  'refund.failed',
] as const
const PAYPAL_EVENTS = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
]

interface WebhookInput {
  given: Readonly<Record<string, string | undefined>>
  /** Names of the secrets that the Worker has. */
  known: readonly string[]
  /** Names of the secrets that are sent again. */
  replaced: readonly string[]
  /** The former and the new address of the shop, when it moves. */
  move: { from: string; to: string } | null
}

/**
 * Returns the webhooks of providers that have only one of their keys. Their secrets are not missing: the deployment registers
 * these webhooks when it has both keys.
 */
export function webhooksWithHalfKeys(variables: Readonly<Record<string, unknown>>): MissingWebhook[] {
  return WEBHOOKS.filter(({ keys }) => keys.filter((name) => name in variables).length === 1)
}

/** Returns whether a secret is one that its provider makes, and the provider's keys are given to make it. */
export function isMadeByProvider(secret: string, given: WebhookInput['given']): boolean {
  return WEBHOOKS.some((webhook) => webhook.secret === secret && webhook.keys.every((name) => given[name]))
}

/**
 * Returns the webhooks to register: those without a secret, those of a shop that moves to another address, and those that are
 * replaced without a value. Returns a problem for a webhook that would go on leading to the former address.
 */
export function missingWebhooks({ given, known, replaced, move }: WebhookInput): {
  webhooks: MissingWebhook[]
  problems: string[]
} {
  const webhooks: MissingWebhook[] = []
  const problems: string[] = []
  for (const { secret, provider, keys } of WEBHOOKS) {
    const isKnown = known.includes(secret)
    const isNewByHand = Boolean(given[secret]) && (!isKnown || replaced.includes(secret))
    const isNeeded = isKnown ? move !== null || replaced.includes(secret) : true
    if (isNewByHand || !isNeeded) continue
    if (isMadeByProvider(secret, given)) webhooks.push({ secret, provider })
    else if (isKnown && move)
      problems.push(
        `The webhook at ${provider} leads to ${move.from}. Give ${keys.join(' and ')} to have it registered for ${move.to}, or register it by hand and send ${secret} by --replace`,
      )
  }
  return { webhooks, problems }
}

/** Returns the steps that register webhooks before the release, which brings their secrets to the Worker. */
export function webhookSteps({ vars, siteUrl }: StepInput): Step[] {
  const { webhooks, config, newSecrets } = vars
  return webhooks.map(({ secret, provider }): Step => {
    const url = `${siteUrl}/webhooks/${provider.toLowerCase()}`
    return {
      id: `webhook ${provider}`,
      title: `register ${url} at ${provider}`,
      calls: callsOf(provider, config),
      run: async () => {
        newSecrets[secret] = await register(provider, config, url).catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error)
          throw new Error(
            `${provider} did not register the webhook: ${reason}. Register it at ${provider} by hand, and add ${secret} to the secrets.`,
          )
        })
      },
    }
  })
}

function callsOf(provider: MissingWebhook['provider'], { card, paypal }: Config): PlannedCall[] {
  return provider === 'Stripe'
    ? [
        { method: 'POST', path: `${card?.apiUrl}/v1/webhook_endpoints` },
        { method: 'DELETE', path: `${card?.apiUrl}/v1/webhook_endpoints/*`, isRepeated: true },
      ]
    : [{ method: 'POST', path: `${paypal?.apiUrl}/v1/notifications/webhooks`, isRepeated: true }]
}

function register(
  provider: MissingWebhook['provider'],
  { card, paypal }: Config,
  url: string,
): Promise<string> {
  if (provider === 'Stripe' && card) return registerAtStripe(card, url)
  if (provider === 'PayPal' && paypal) return registerAtPaypal(paypal, url)
  throw new Error('its keys are missing')
}

/** Returns the signing secret, which Stripe shows only for a new endpoint; an earlier one of the same address is replaced. */
async function registerAtStripe(card: NonNullable<Config['card']>, url: string): Promise<string> {
  const { webhookEndpoints } = cardClient(card)
  const known = await webhookEndpoints.list({ limit: 100 })
  const { secret } = await webhookEndpoints.create({ url, enabled_events: [...STRIPE_EVENTS] })
  if (!secret) throw new Error('Stripe returned no signing secret')
  for (const { id } of known.data.filter((one) => one.url === url)) await webhookEndpoints.del(id)
  return secret
}

const REGISTERED = v.object({ id: v.string(), url: v.string() })
const LIST = v.object({ webhooks: v.array(REGISTERED) })

/** Returns the id of the webhook; PayPal accepts an address once, so a registered one is used. */
async function registerAtPaypal(paypal: NonNullable<Config['paypal']>, url: string): Promise<string> {
  const call = paypalCaller(paypal, Date.now)
  const path = '/v1/notifications/webhooks'
  const known = parseAnswer(LIST, await call({ method: 'GET', path })).webhooks.find((one) => one.url === url)
  if (known) return known.id
  const body = { url, event_types: PAYPAL_EVENTS.map((name) => ({ name })) }
  return parseAnswer(REGISTERED, await call({ method: 'POST', path, body })).id
}

function parseAnswer<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: Awaited<ReturnType<ReturnType<typeof paypalCaller>>>,
): v.InferOutput<Schema> {
  if (answer.kind === 'refused') throw new Error(`${answer.status} ${answer.issue}`)
  if (answer.kind === 'unclear') throw new Error(answer.detail)
  return v.parse(schema, answer.body)
}
