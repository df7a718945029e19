/** Pages of stock alerts: the form that starts one, the alerts of a mailbox, and the page that ends them. Never cached. */
import type { Context } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { EmailField } from '../../../client/platform/ui/email-field.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { ErrorSummary, toErrorSummary } from '../../../client/platform/ui/error-summary.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { optionSlug } from '../../../schema/catalog/finder/option-slug.ts'
import { CONDITIONS, SEASONS } from '../../../schema/catalog/product/product.ts'
import { formatTireSize, parseTireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import { conditionLabel, seasonLabel } from '../../../schema/catalog/sizes/tire-text.ts'
import {
  STOCK_ALERT_MESSAGES,
  STOCK_ALERT_PROMISE,
  type StockAlertProblem,
  stockAlertListHref,
} from '../../../schema/catalog/stock-alerts/stock-alert.ts'
import { STOCK_ALERT_PATHS } from '../../../schema/catalog/stock-alerts/stock-alert-paths.ts'
import { signInHref } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import type { FormTexts } from '../../../schema/platform/forms/form-texts.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import type { StoredStockAlert } from './stock-alert.sql.ts'
import type { StockAlertLink } from './stock-alert-access.ts'

function page(c: Context<AppEnv>, title: string, body: React.ReactNode, status: 200 | 409 | 422 | 429 = 200) {
  c.header('Cache-Control', 'private, no-store')
  return contentPage(c, {
    title,
    description: 'Get an email when the tires you want are in stock or drop in price.',
    canonical: null,
    kind: 'text',
    status,
    breadcrumbs: [{ label: 'Home', href: paths.home }, { label: 'Stock alerts' }],
    body: (
      <div className="wrap prose">
        <h1>{title}</h1>
        {body}
      </div>
    ),
  })
}

export interface StockAlertFormPage {
  /** The fields as typed, or from the address. */
  texts: FormTexts
  /** What the alert is for, when the fields are valid. */
  label: string | null
  /** Name of the brand and model in the fields. */
  model: string | null
  /** The address that gets the mail, if it is known; else the form asks for one. */
  email: string | null
  /** Where the shopper can choose another address; `null` for an account's or a confirmed one. */
  otherHref: string | null
  problem: StockAlertProblem | null
  emailProblem: string | null
  /** A message about the whole form. */
  message: string | null
  status: 200 | 409 | 422 | 429
}

const ERROR_FIELDS = {
  email: { id: 'email', label: 'Email' },
  size: { id: 'size', label: 'Tire size' },
  max: { id: 'max', label: 'Max price per tire' },
}

/** Renders the form; with a problem, beside its field and with the typed texts. */
export function stockAlertFormPage(c: Context<AppEnv>, view: StockAlertFormPage) {
  const { texts, label, model, email, otherHref, problem, emailProblem, message, status } = view
  return page(
    c,
    label ? `Email me about ${label}` : 'Stock alert',
    <>
      {message ? (
        <Alert tone="error" focus>
          {message}
        </Alert>
      ) : null}
      <p>{STOCK_ALERT_PROMISE}. One email a day at most. Unsubscribe anytime.</p>
      <form className="form-grid stock-alert-form" method="post" action={STOCK_ALERT_PATHS.form} noValidate>
        <ErrorSummary
          focus={message === null}
          fields={toErrorSummary(
            { email: emailProblem, max: problem === 'price', size: problem !== null && problem !== 'price' },
            ERROR_FIELDS,
          )}
        />
        {email === null ? (
          <EmailField name="email" defaultValue={texts.email ?? ''} maxLength={60} error={emailProblem} />
        ) : (
          <p>
            We’ll email <b>{email}</b>.{otherHref ? <OtherAddress href={otherHref} /> : null}
          </p>
        )}
        {model === null ? null : (
          <>
            <input type="hidden" name="brand" value={texts.brand ?? ''} />
            <input type="hidden" name="model" value={texts.model ?? ''} />
          </>
        )}
        {label === null ? (
          <div>
            <ConditionFields texts={texts} model={model} problem={problem} />
          </div>
        ) : null}
        <p>
          <Button type="submit" kind="buy" size="big">
            Email me
          </Button>
        </p>
        {label === null ? null : (
          <details>
            <summary>Change size, season, condition or price</summary>
            <ConditionFields texts={texts} model={model} problem={problem} />
          </details>
        )}
      </form>
    </>,
    status,
  )
}

function OtherAddress({ href }: { href: string }) {
  return (
    <>
      {' '}
      <a href={href}>Use another address</a>
    </>
  )
}

/** Renders the fields of what the alert is for. */
function ConditionFields({ texts, model, problem }: Pick<StockAlertFormPage, 'texts' | 'model' | 'problem'>) {
  const errorOf = (...problems: StockAlertProblem[]) =>
    problem && problems.includes(problem) ? STOCK_ALERT_MESSAGES[problem] : null
  const size = parseTireSize(texts.size ?? '')
  return (
    <div className="form-grid">
      <Field
        name="size"
        label={model === null ? 'Tire size' : `Size of the ${model} (optional)`}
        defaultValue={size ? formatTireSize(size) : (texts.size ?? '')}
        maxLength={60}
        span={3}
        error={errorOf('unknown-size', 'no-tire', 'unknown-tire')}
      />
      <Field
        name="max"
        label="Max price per tire (optional)"
        inputMode="numeric"
        defaultValue={texts.max ?? ''}
        maxLength={60}
        span={3}
        error={errorOf('price')}
      />
      <Select
        name="season"
        label="Season"
        span={3}
        defaultValue={texts.season ?? ''}
        options={[
          { value: '', label: 'Any season' },
          ...SEASONS.map((season) => ({ value: optionSlug(season), label: seasonLabel(season) })),
        ]}
      />
      <Select
        name="condition"
        label="Condition"
        span={3}
        defaultValue={texts.condition ?? ''}
        options={[
          { value: '', label: 'New or used' },
          ...CONDITIONS.map((one) => ({ value: optionSlug(one), label: conditionLabel(one) })),
        ]}
      />
    </div>
  )
}

/** Messages of the page with a mailbox's alerts, by `?state=`. */
const STATES = ['on', 'pending', 'confirmed', 'deleted', 'stopped'] as const

export interface StockAlertsPage {
  /** `null` for a visitor who may see none. */
  alerts: readonly StoredStockAlert[] | null
  /** The address that was only typed in this browser, and where to correct it. */
  typed: { email: string; otherHref: string } | null
  link: StockAlertLink | null
  /** Whether this visitor owns the mailbox and can turn alerts on. */
  canConfirm: boolean
  isSignedIn: boolean
}

/** Renders the alerts of a mailbox with their buttons. */
export function stockAlertsPage(
  c: Context<AppEnv>,
  { alerts, typed, link, canConfirm, isSignedIn }: StockAlertsPage,
) {
  const state = STATES.find((known) => known === c.req.query('state'))
  const waiting = (alerts ?? []).filter(({ isConfirmed }) => !isConfirmed)
  const own = <LinkFields link={link} />
  return page(
    c,
    state === 'pending' && alerts === null ? 'Check your email' : 'Stock alerts',
    <>
      {state ? <Alert focus>{STOCK_ALERT_MESSAGES[state]}</Alert> : null}
      {canConfirm && waiting.length > 0 ? (
        <form className="stock-alert-confirm" method="post" action={STOCK_ALERT_PATHS.mine}>
          {own}
          <input type="hidden" name="action" value="confirm" />
          <p>
            {waiting.map(({ label }) => label).join(', ')}: we’ll email you when they’re in stock or the price
            drops.
          </p>
          <Button type="submit" kind="buy" size="big">
            {waiting.length === 1 ? 'Turn on this alert' : `Turn on ${waiting.length} alerts`}
          </Button>
        </form>
      ) : null}
      {alerts === null ? (
        <Unknown isPending={state === 'pending'} typed={typed} />
      ) : alerts.length === 0 ? (
        <EmptyState
          title="No stock alerts"
          action={{ href: STOCK_ALERT_PATHS.start, label: 'New stock alert' }}
        >
          <p>We’ll email you when the tires you want are in stock or drop in price.</p>
        </EmptyState>
      ) : (
        <>
          <ul className="stock-alert-list">
            {alerts.map((alert) => (
              <li key={alert.id}>
                <a href={stockAlertListHref(alert.conditions)}>{capitalize(alert.label)}</a>
                {alert.isConfirmed ? null : <span className="quiet t-14">Not on yet</span>}
                <form method="post" action={STOCK_ALERT_PATHS.mine}>
                  {own}
                  <input type="hidden" name="action" value="delete" />
                  <input type="hidden" name="alert" value={alert.id} />
                  <button type="submit" className="text-button">
                    Delete<span className="visually-hidden"> the alert for {alert.label}</span>
                  </button>
                </form>
              </li>
            ))}
          </ul>
          <div className="button-row">
            <LinkButton href={STOCK_ALERT_PATHS.start}>New stock alert</LinkButton>
            <form method="post" action={STOCK_ALERT_PATHS.mine}>
              {own}
              <input type="hidden" name="action" value="stop" />
              <button type="submit" className="text-button">
                Turn off all stock alerts
              </button>
            </form>
          </div>
        </>
      )}
      {isSignedIn ? (
        <p>
          <a href={paths.account}>Back to your account</a>
        </p>
      ) : null}
    </>,
  )
}

function LinkFields({ link }: { link: StockAlertLink | null }) {
  return link ? (
    <>
      <input type="hidden" name="id" value={link.id} />
      <input type="hidden" name="proof" value={link.proof} />
    </>
  ) : null
}

function Unknown({ isPending, typed }: Pick<StockAlertsPage, 'typed'> & { isPending: boolean }) {
  return (
    <>
      {isPending ? (
        typed && (
          <p>
            We emailed <b>{typed.email}</b>.<OtherAddress href={typed.otherHref} />
          </p>
        )
      ) : (
        <p>
          Open the link in one of our stock alert emails, or{' '}
          <a href={signInHref(paths.login, STOCK_ALERT_PATHS.mine)}>sign in</a>, and you’ll see yours here.
        </p>
      )}
      <p className="button-row">
        <LinkButton href={paths.home}>Find tires</LinkButton>
        {isPending ? null : <LinkButton href={STOCK_ALERT_PATHS.start}>New stock alert</LinkButton>}
      </p>
    </>
  )
}

/** Renders the button that ends all alerts, because mail scanners follow links. */
export function stopStockAlertsPage(c: Context<AppEnv>, link: StockAlertLink) {
  return page(
    c,
    'Turn off stock alerts',
    <>
      <p>We won’t email you about new stock or lower prices. You’ll still get emails about your orders.</p>
      <form method="post" action={STOCK_ALERT_PATHS.stop}>
        <LinkFields link={link} />
        <Button type="submit">Turn off all stock alerts</Button>
      </form>
    </>,
  )
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
