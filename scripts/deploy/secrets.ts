/** The variables and secrets of a deployment: what the Worker has, what is new, and whether they fit together. */
import { randomBytes } from 'node:crypto'
import { type Config, parseConfig, VARIABLES } from '../../worker/config.ts'
import { CAPTCHA_KEYS, needsWidget } from './captcha-widget.ts'
import { isMadeByProvider, type MissingWebhook, missingWebhooks, webhooksWithHalfKeys } from './webhooks.ts'

/** Variables that anybody may know; all others are sent as secrets. */
const PLAIN = new Set([
  'MAIL_FROM',
  'REMINDER_MINUTES',
  'MAX_TIRES_PER_LINE',
  'MAX_TIRES_PER_ORDER',
  'OUTSIDE_SCRIPTS',
  'CHILD_SKU',
  'METRICS_ACCOUNT',
  'METRICS_DATASET',
])

/** Secrets that are made here, once, and never again: a new value would end carts, links and sessions. */
const GENERATED = ['CART_SECRET', 'SESSION_SECRET'] as const

const isPlain = (name: string) => PLAIN.has(name) || name.endsWith('_URL')

/** Names of the secrets that the Worker reads. */
export const SECRET_NAMES: readonly string[] = Object.keys(VARIABLES.entries).filter((name) => !isPlain(name))

export interface DeploymentVars {
  /** Plain variables of the upload. */
  vars: Readonly<Record<string, string>>
  /** Secrets that the Worker does not have yet, or that are replaced; the steps of webhooks and of the widget add theirs. */
  newSecrets: Record<string, string>
  /** Webhooks that are registered before the release. */
  webhooks: MissingWebhook[]
  /** Whether the keys of the captcha are taken from the widget before the release. */
  needsWidget: boolean
  /** The configuration of the release; unreadable secrets are placeholders. */
  config: Config
}

interface Input {
  siteUrl: string
  /** The account and the dataset of the Worker's data points. */
  account: string
  dataset: string
  /** The address that the deployed release has for the shop; `null` before the first one. */
  formerUrl: string | null
  /** Whether keys can be taken from a widget of the captcha, and whether a Worker without keys gets one. */
  canHaveWidget: boolean
  wantsWidget: boolean
  /** Variables of the environment's file. */
  vars: Readonly<Record<string, string>>
  /** Names of the secrets that the Worker has. */
  known: readonly string[]
  /** Secrets from a file or from the variables of this process. */
  given: Readonly<Record<string, string | undefined>>
  /** Names of secrets that are replaced by the given values. */
  replaced: readonly string[]
  random?: (bytes: number) => Buffer
}

/** Returns what stands for the value of a secret that only the Worker knows, or that a provider makes. */
function placeholderOf(name: string): string {
  if (name === 'STRIPE_SECRET_KEY') return 'sk_live_unreadable'
  return name === 'STRIPE_PUBLISHABLE_KEY' ? 'pk_live_unreadable' : 'x'.repeat(40)
}

/**
 * Returns the variables and the new secrets of an upload, or the problems: every missing, malformed and half-given value
 * in one list. Secrets that the Worker has stay as they are, unless they are named in `replaced`.
 */
export function resolveVars(
  input: Input,
): { ok: true; value: DeploymentVars } | { ok: false; problems: string[] } {
  const { siteUrl, known, given, replaced, random = randomBytes } = input
  const misplaced = Object.keys(input.vars).filter((name) => !(name in VARIABLES.entries) || !isPlain(name))
  if (misplaced.length > 0)
    return { ok: false, problems: misplaced.map((name) => `${name} is no variable of an environment's file`) }
  const takesWidget =
    input.canHaveWidget && needsWidget({ isWanted: input.wantsWidget, given, known, replaced })
  const isMade = (name: string) =>
    isMadeByProvider(name, given) || (takesWidget && CAPTCHA_KEYS.some((one) => one === name))
  const unknown = replaced.filter((name) => !given[name] && !isMade(name))
  if (unknown.length > 0)
    return { ok: false, problems: unknown.map((name) => `--replace ${name} needs its new value`) }
  const isNew = (name: string) => !known.includes(name) || replaced.includes(name)
  const newSecrets = Object.fromEntries(
    SECRET_NAMES.filter(isNew).flatMap((name) => (given[name] ? [[name, given[name]]] : [])),
  )
  for (const name of GENERATED)
    if (!known.includes(name) && !newSecrets[name]) newSecrets[name] = random(32).toString('base64url')
  const readsMetrics = Boolean(given.METRICS_TOKEN) || known.includes('METRICS_TOKEN')
  const vars = {
    ...input.vars,
    SITE_URL: siteUrl,
    METRICS_DATASET: input.dataset,
    ...(readsMetrics ? { METRICS_ACCOUNT: input.account } : {}),
  }
  const readable = { ...newSecrets, ...vars }
  const unreadable = Object.fromEntries(
    known.filter((name) => SECRET_NAMES.includes(name)).map((name) => [name, placeholderOf(name)]),
  )
  if ('MAIL_API_KEY' in { ...unreadable, ...readable } && !('MAIL_FROM' in vars))
    return { ok: false, problems: ['MAIL_FROM is missing: add it to "vars" of the environment’s file'] }
  const move =
    input.formerUrl === null || input.formerUrl === siteUrl ? null : { from: input.formerUrl, to: siteUrl }
  const { webhooks, problems } = missingWebhooks({ given, known, replaced, move })
  if (problems.length > 0) return { ok: false, problems }
  const registered = [...webhooks, ...webhooksWithHalfKeys({ ...unreadable, ...readable })]
  const made = [...registered.map(({ secret }) => secret), ...(takesWidget ? CAPTCHA_KEYS : [])]
  const pending = Object.fromEntries(made.map((name) => [name, placeholderOf(name)]))
  const parsed = parseConfig({ ...unreadable, ...pending, ...readable })
  return parsed.ok
    ? { ok: true, value: { vars, newSecrets, webhooks, needsWidget: takesWidget, config: parsed.config } }
    : { ok: false, problems: parsed.problems }
}
