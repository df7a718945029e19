/**
 * /order/{number}/{proof}/return: the form that returns tires or reports a problem, below the terms with their dates
 * and amounts for this order.
 */
import type { Context } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { ErrorSummary, toErrorSummary } from '../../../client/platform/ui/error-summary.tsx'
import { describedBy, FieldFrame } from '../../../client/platform/ui/field.tsx'
import { OptionRow } from '../../../client/platform/ui/option-row.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { wasMounted } from '../../../schema/orders/mounting/mounting.ts'
import type { OrderLine } from '../../../schema/orders/order.ts'
import {
  promisedRefund,
  RETURN_OUTCOMES,
  RETURN_REASONS,
  RETURN_WAYS,
  type ReturnCase,
  type ReturnDeadlines,
  returnablePieces,
  returnBarrier,
  returnDeadlines,
} from '../../../schema/orders/returns/return-case.ts'
import {
  parseOnce,
  piecesField,
  RETURN_NOTE_MAX,
  RETURN_PHOTO_MEGABYTES,
  RETURN_PHOTOS_MAX,
  type ReturnErrors,
} from '../../../schema/orders/returns/return-form.ts'
import {
  RETURN_BARRIER_TEXTS,
  RETURN_OUTCOME_TEXTS,
  RETURN_REASON_TEXTS,
  RETURN_WAY_TEXTS,
} from '../../../schema/orders/returns/return-format.ts'
import { formatOrderDate, formatShopTime } from '../../../schema/orders/status/order-format.ts'
import { returnHref } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { IMAGE_TYPES } from '../../../schema/platform/forms/file-signature.ts'
import type { FormTexts } from '../../../schema/platform/forms/form-texts.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { RETURN_SHIPPING } from '../../../schema/platform/return-terms.ts'
import type { AppEnv } from '../../env.ts'
import { allStores, type Store } from '../../identity/location/physical-stores.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { findDelivery, type OrderDetails } from '../life/order-lifecycle.sql.ts'
import { findAppointment } from '../mounting/mounting.sql.ts'
import { findOrderByLink, orderNotFoundPage, readStatusHref } from '../status/order-status.page.tsx'
import { ReturnTerms } from './order-return-terms.tsx'
import { readReturns } from './return.sql.ts'

/** A form that was refused: what was typed, and why. `photos` counts those that are stored already. */
export interface ReturnFormState {
  status: 409 | 413 | 422 | 429
  texts: FormTexts
  errors: ReturnErrors
  problem?: string | null
  photos: number
}

/** Renders the page; with `state` it is the answer to a refused form. */
export async function returnPage(c: Context<AppEnv>, state?: ReturnFormState): Promise<Response> {
  const details = await findOrderByLink(c)
  if (!details) return orderNotFoundPage(c)
  const [now, statusHref] = [Date.now(), readStatusHref(c)]
  const { order } = details
  const [cases, stores, appointment] = await Promise.all([
    readReturns(c.env.DB, order.orderNumber),
    allStores(c.env.DB),
    findAppointment(c.env.DB, order.orderNumber),
  ])
  const mounted = wasMounted(appointment, now)
  const deliveredAt = findDelivery(details.events)
  const barrier = returnBarrier({ lines: order.lines, cases, life: details.life }, { deliveredAt, now })
  return contentPage(c, {
    title: barrier ? RETURN_BARRIER_TEXTS[barrier].title : 'Return or report a problem',
    description: 'Send tires back, or report damage or a defect.',
    canonical: null,
    kind: 'order',
    ...(state ? { status: state.status } : {}),
    body:
      barrier || deliveredAt === null ? (
        <div className="wrap thanks order-page return-page">
          <h1 className="t-64">{RETURN_BARRIER_TEXTS[barrier ?? 'not-delivered'].title}</h1>
          <p className="measure">{RETURN_BARRIER_TEXTS[barrier ?? 'not-delivered'].text}</p>
          <p className="button-row">
            <LinkButton href={statusHref}>Back to your order</LinkButton>
          </p>
        </div>
      ) : (
        <div className="wrap thanks order-page return-page">
          <h1 className="t-64">Return or report a problem</h1>
          <p>
            <a href={statusHref}>Order {order.orderNumber}</a>, delivered {formatOrderDate(deliveredAt)}
          </p>
          <div className="two-columns">
            <ReturnFields
              {...{ details, cases, stores, state, now, mounted }}
              deadlines={returnDeadlines(deliveredAt)}
              action={returnHref(statusHref)}
            />
            <aside aria-label="Terms">
              <ReturnTerms
                details={details}
                cases={cases}
                mounted={mounted}
                deadlines={returnDeadlines(deliveredAt)}
                now={now}
              />
            </aside>
          </div>
        </div>
      ),
  })
}

interface FieldsProps {
  details: OrderDetails
  cases: readonly ReturnCase[]
  stores: readonly Store[]
  state: ReturnFormState | undefined
  deadlines: ReturnDeadlines
  /** Whether the shop has mounted the tires. */
  mounted: boolean
  now: number
  action: string
}

function ReturnFields(props: FieldsProps) {
  const { details, cases, state, action } = props
  const { texts, errors } = state ?? EMPTY
  const available = returnablePieces(details.order.lines, cases)
  const lines = details.order.lines.filter(({ itemId }) => (available.get(itemId) ?? 0) > 0)
  return (
    <form className="return-form" method="post" action={action} encType="multipart/form-data" noValidate>
      <input type="hidden" name="once" value={parseOnce(texts) ?? crypto.randomUUID()} />
      {state?.problem ? (
        <Alert tone="error" live focus>
          {state.problem}
        </Alert>
      ) : null}
      <ErrorSummary focus fields={toSummary(errors, lines)} />
      <LinesFields {...props} lines={lines} available={available} />
      <ReasonFields {...props} />
      <ProofFields {...props} />
      <OutcomeFields {...props} />
      <p className="button-row">
        <Button type="submit" size="big" kind="buy">
          Send request
        </Button>
      </p>
    </form>
  )
}

const EMPTY: Pick<ReturnFormState, 'texts' | 'errors' | 'photos'> = { texts: {}, errors: {}, photos: 0 }

function LinesFields({
  details: { order, life },
  cases,
  state,
  lines,
  available,
  mounted,
}: FieldsProps & { lines: readonly OrderLine[]; available: ReadonlyMap<number, number> }) {
  const { texts, errors } = state ?? EMPTY
  return (
    <fieldset aria-describedby={describedBy('lines', { error: errors.lines })}>
      <legend className="cond t-28">Which tires?</legend>
      <FieldError id="lines" message={errors.lines} />
      {lines.map((line) => {
        const left = available.get(line.itemId) ?? 0
        const each = promisedRefund(order, life, cases, {
          lines: [{ itemId: line.itemId, pieces: 1 }],
          mounted,
        })
        return (
          <LineField
            key={line.itemId}
            line={line}
            left={left}
            value={texts[piecesField(line.itemId)] ?? (lines.length === 1 && left === 1 ? '1' : '')}
            each={formatMoney(each)}
          />
        )
      })}
    </fieldset>
  )
}

function ReasonFields({ state, deadlines, mounted, now }: FieldsProps) {
  const { texts, errors } = state ?? EMPTY
  return (
    <fieldset aria-describedby={describedBy('reason', { error: errors.reason })}>
      <legend className="cond t-28">What’s wrong?</legend>
      <FieldError id="reason" message={errors.reason} />
      {RETURN_REASONS.map((reason, index) => (
        <OptionRow
          key={reason}
          id={index === 0 ? 'reason' : undefined}
          name="reason"
          value={reason}
          label={RETURN_REASON_TEXTS[reason].label}
          detail={
            reason === 'damaged' && now > deadlines.damage
              ? `Ended ${formatShopTime(deadlines.damage)}.`
              : RETURN_REASON_TEXTS[reason].hint
          }
          defaultChecked={texts.reason === reason}
        />
      ))}
      {mounted ? (
        <p id="mounted">
          We mounted these tires, so we take them back for damage and defects only. Missed your appointment?
          Call us.
        </p>
      ) : (
        <Checkbox
          id="mounted"
          name="mounted"
          label="They’ve been mounted on a wheel"
          defaultChecked={texts.mounted !== undefined}
          aria-invalid={errors.mounted ? true : undefined}
          aria-describedby={describedBy('mounted', { error: errors.mounted })}
        />
      )}
      <FieldError id="mounted" message={errors.mounted} />
    </fieldset>
  )
}

function ProofFields({ state }: FieldsProps) {
  const { texts, errors, photos } = state ?? EMPTY
  const saved = photos > 0 ? ` ${formatQuantity(photos, 'photo')} saved already.` : ''
  return (
    <fieldset>
      <legend className="cond t-28">Show us</legend>
      <FieldFrame
        id="photos"
        label="Photos"
        error={errors.photos}
        hint={`Needed for damage and defects: the spot, and the DOT code. Up to ${RETURN_PHOTOS_MAX}, ${RETURN_PHOTO_MEGABYTES} MB each.${saved}`}
      >
        <input
          className="input"
          id="photos"
          type="file"
          name="photos"
          accept={IMAGE_TYPES.join(',')}
          multiple
          aria-invalid={errors.photos ? true : undefined}
          aria-describedby={describedBy('photos', { error: errors.photos, hint: true })}
        />
      </FieldFrame>
      <FieldFrame id="note" label="Anything we should know? (optional)" error={errors.note}>
        <textarea
          className="input"
          id="note"
          name="note"
          rows={3}
          maxLength={RETURN_NOTE_MAX}
          defaultValue={texts.note}
          aria-describedby={describedBy('note', { error: errors.note })}
        />
      </FieldFrame>
    </fieldset>
  )
}

function OutcomeFields({ state, stores }: FieldsProps) {
  const { texts, errors } = state ?? EMPTY
  return (
    <>
      <fieldset aria-describedby={describedBy('outcome', { error: errors.outcome })}>
        <legend className="cond t-28">What would you like?</legend>
        <FieldError id="outcome" message={errors.outcome} />
        {RETURN_OUTCOMES.map((outcome, index) => (
          <OptionRow
            key={outcome}
            id={index === 0 ? 'outcome' : undefined}
            name="outcome"
            value={outcome}
            label={RETURN_OUTCOME_TEXTS[outcome]}
            detail={outcome === 'exchange' ? 'For damage, a defect or a wrong tire.' : undefined}
            defaultChecked={(texts.outcome ?? 'refund') === outcome}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend className="cond t-28">How do they get back?</legend>
        {RETURN_WAYS.map((way) => (
          <OptionRow
            key={way}
            name="way"
            value={way}
            label={RETURN_WAY_TEXTS[way].label}
            detail={
              way === 'store' && stores.length > 0
                ? `${stores.map(({ street }) => street).join(' or ')}. ${RETURN_WAY_TEXTS[way].hint}`
                : RETURN_WAY_TEXTS[way].hint
            }
            defaultChecked={(texts.way ?? 'label') === way}
          />
        ))}
        <p className="t-14">{RETURN_SHIPPING}</p>
      </fieldset>
    </>
  )
}

function LineField({
  line,
  left,
  value,
  each,
}: {
  line: OrderLine
  left: number
  value: string
  each: string
}) {
  const name = piecesField(line.itemId)
  const label = [line.title, line.facts].filter(Boolean).join(', ')
  if (left === 1) {
    return (
      <Checkbox
        id={name}
        name={name}
        value="1"
        label={
          <>
            {label} <span className="quiet">{each} back</span>
          </>
        }
        defaultChecked={value === '1'}
      />
    )
  }
  return (
    <Select
      name={name}
      label={label}
      hint={`${each} back for one`}
      defaultValue={value || '0'}
      options={Array.from({ length: left + 1 }, (_, pieces) => ({
        value: String(pieces),
        label: pieces === 0 ? 'None' : pieces === left ? `All ${left}` : String(pieces),
      }))}
    />
  )
}

function FieldError({ id, message }: { id: string; message: string | undefined }) {
  return message ? (
    <p className="field-error" id={`${id}-error`}>
      {message}
    </p>
  ) : null
}

/** Returns the fields with a message, for the list above the form; the group of tires is reached by its first field. */
function toSummary(errors: ReturnErrors, lines: readonly OrderLine[]): { id: string; label: string }[] {
  const first = lines[0] ? piecesField(lines[0].itemId) : 'reason'
  const fields: Record<keyof ReturnErrors, { id: string; label: string }> = {
    lines: { id: first, label: 'Which tires' },
    reason: { id: 'reason', label: 'What’s wrong' },
    mounted: { id: 'mounted', label: 'Mounted' },
    photos: { id: 'photos', label: 'Photos' },
    note: { id: 'note', label: 'Note' },
    outcome: { id: 'outcome', label: 'What you’d like' },
  }
  return toErrorSummary(errors, fields)
}
