/** What a recall found (H14t): tires in the yard, which a person decides, and who bought its tires. */
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { ORDER_STATUS_LABELS } from '../../../schema/orders/status/order-format.ts'
import { staffOrderHref } from '../../../schema/paths.ts'
import { formatCount, formatQuantity } from '../../../schema/platform/count.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { ordersToMail } from '../../../schema/staff/safety/recall-buyers.ts'
import { MATCH_LABELS } from '../../../schema/staff/safety/recall-match.ts'
import { formatWeek, type RecalledTire } from '../../../schema/staff/safety/recall-record.ts'
import { recallHref } from '../../../schema/staff/safety/safety-paths.ts'
import { unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import { UNIT_STATE_LABELS } from '../../../schema/staff/units/unit-state.ts'
import { RecallPost } from './recall-fields.tsx'
import { recallNoticeBlocks } from './recall-notice.mail.ts'
import type { MatchLine, NamedUnit, SoldLine } from './recalls.sql.ts'

/** Rows of a page of a list. */
export const ROWS_SHOWN = 100

interface ListPage {
  /** From 1. */
  page: number
  total: number
}

interface PagesProps extends ListPage {
  campaign: string
  /** The parameter of the address. */
  name: 'units' | 'buyers'
}

function Pages({ campaign, name, page, total }: PagesProps) {
  const last = Math.ceil(total / ROWS_SHOWN)
  if (last <= 1) return null
  const href = (to: number) => `${recallHref(campaign)}?${name}=${to}`
  return (
    <nav aria-label={name === 'units' ? 'Pages of units' : 'Pages of buyers'} className="button-row">
      {page > 1 ? (
        <a className="button" href={href(page - 1)} rel="prev">
          Previous {ROWS_SHOWN}
        </a>
      ) : null}
      <span>
        Page {page} of {formatCount(last)}
      </span>
      {page < last ? (
        <a className="button" href={href(page + 1)} rel="next">
          Next {ROWS_SHOWN}
        </a>
      ) : null}
    </nav>
  )
}

interface YardTiresProps {
  campaign: string
  /** The matches of this page. */
  matches: readonly MatchLine[]
  waiting: number
  at: ListPage
  mayAct: boolean
}

export function YardTires({ campaign, matches, waiting, at, mayAct }: YardTiresProps) {
  return (
    <section className="safety-group" aria-labelledby="yard">
      <h2 id="yard">Units</h2>
      <p>
        {at.total === 0
          ? 'No unit of the shop matches.'
          : `${formatQuantity(at.total, 'unit')}, ${formatCount(waiting)} to look at.`}
      </p>
      {mayAct && waiting > 1 ? (
        <details className="staff-act">
          <summary>Decide all {formatCount(waiting)} at once</summary>
          <Decide
            fields={{ campaign, ids: 'all', seen: String(waiting) }}
            of={`all ${formatCount(waiting)}`}
          />
        </details>
      ) : null}
      <ul className="safety-rows">
        {matches.map((match) => (
          <Match key={match.id} campaign={campaign} match={match} mayAct={mayAct} />
        ))}
      </ul>
      <Pages {...{ campaign, ...at }} name="units" />
    </section>
  )
}

/** Formats what a unit is and where it is. */
export function formatUnitFacts({ title, size, dot, tin, bin }: NamedUnit): string {
  const facts = [size, tin ? `TIN ${tin}` : dot ? `DOT ${dot.slice(-4)}` : 'no DOT', bin && `bin ${bin}`]
  return [title, ...facts].filter(Boolean).join(', ')
}

function Match({ campaign, match, mayAct }: { campaign: string; match: MatchLine; mayAct: boolean }) {
  const { id, sku, state, unitState, tires } = match
  return (
    <li>
      <div>
        <a href={unitHref(sku)}>
          <b>{sku}</b>
        </a>{' '}
        <span className="tag">{MATCH_LABELS[state]}</span>
        <p>{formatUnitFacts(match)}</p>
        <p className="quiet">
          {tires === 0 ? 'Not in the yard: sold' : `${formatQuantity(tires, 'tire')} here`}.{' '}
          {UNIT_STATE_LABELS[unitState]}.
        </p>
      </div>
      {mayAct && state !== 'freed' ? (
        <details className="staff-act">
          <summary>
            Decide<span className="visually-hidden"> {sku}</span>
          </summary>
          <Decide fields={{ campaign, ids: String(id) }} of={sku} isConfirmed={state === 'confirmed'} />
        </details>
      ) : null}
    </li>
  )
}

function Decide({
  fields,
  of,
  isConfirmed = false,
}: {
  fields: Readonly<Record<string, string>>
  of: string
  isConfirmed?: boolean
}) {
  return (
    <div className="recall-decide">
      {isConfirmed ? null : (
        <RecallPost action="confirm" fields={fields}>
          <Button type="submit">
            Recalled: stays off sale<span className="visually-hidden">, {of}</span>
          </Button>
        </RecallPost>
      )}
      <RecallPost action="free" fields={fields}>
        <Field
          name="why"
          id={`why-${of}`}
          label="Why isn’t it recalled?"
          autoComplete="off"
          maxLength={200}
          required
        />
        <Button type="submit">
          Not recalled: back on sale<span className="visually-hidden">, {of}</span>
        </Button>
      </RecallPost>
    </div>
  )
}

interface SoldTiresProps {
  recall: { campaign: string; maker: string; notice: string; remedy: string }
  /** The sales that the recall means. */
  sold: readonly SoldLine[]
  page: number
  mayAct: boolean
}

export function SoldTires({ recall, sold, page, mayAct }: SoldTiresProps) {
  const { campaign } = recall
  const orderIds = ordersToMail(sold)
  const example = sold.filter(({ orderId }) => orderId === orderIds[0])
  const shown = sold.slice((page - 1) * ROWS_SHOWN, page * ROWS_SHOWN)
  return (
    <section className="safety-group" aria-labelledby="sold">
      <h2 id="sold">Sold</h2>
      {sold.length === 0 ? <p>Nobody bought a tire that matches.</p> : null}
      {mayAct && orderIds.length > 0 ? (
        <>
          <details className="staff-act">
            <summary>Read the email first</summary>
            {recallNoticeBlocks(recall, example).map((part) => (
              <p key={'text' in part ? part.text : part.kind}>{'text' in part ? part.text : null}</p>
            ))}
          </details>
          <RecallPost action="mail" fields={{ campaign, seen: String(orderIds.length) }}>
            <Button type="submit" kind="buy">
              Email {formatQuantity(orderIds.length, 'buyer')}
            </Button>
          </RecallPost>
        </>
      ) : null}
      <ul className="safety-rows">
        {shown.map((line) => (
          <Sale key={`${line.orderId} ${line.sku}`} line={line} />
        ))}
      </ul>
      <Pages {...{ campaign, page, total: sold.length }} name="buyers" />
    </section>
  )
}

function Sale({
  line: {
    orderNumber,
    status,
    hasLeft,
    soldAt,
    sku,
    title,
    email,
    name,
    street,
    city,
    state,
    zip,
    tins,
    noticeAt,
  },
}: {
  line: SoldLine
}) {
  return (
    <li>
      <div>
        <a href={staffOrderHref(orderNumber)}>
          <b>{orderNumber}</b>
        </a>{' '}
        {hasLeft ? null : <span className="tag tag-error">Still here: don’t send it</span>}
        <p>
          {name ? [name, `${street}, ${city}, ${state} ${zip}`].join(', ') : 'The buyer’s data was erased'}
        </p>
        <p className="quiet">
          {title}, {sku}
          {tins ? `, TIN ${tins}` : ''}. {shopDay(soldAt)}, {ORDER_STATUS_LABELS[status].toLowerCase()}.
        </p>
      </div>
      <span className="safety-due">
        {noticeAt !== null
          ? `Emailed ${shopDay(noticeAt)}`
          : email === ''
            ? 'No email: write a letter'
            : 'Not emailed yet'}
      </span>
    </li>
  )
}

/** Lists the tires that a recall names. */
export function RecalledTires({ products }: { products: readonly RecalledTire[] }) {
  return (
    <section className="safety-group" aria-labelledby="named">
      <h2 id="named">Tires it names</h2>
      <ul>
        {products.map((tire) => (
          <li key={Object.values(tire).join()}>{formatRecalledTire(tire)}</li>
        ))}
      </ul>
    </section>
  )
}

function formatRecalledTire({ brand, model, size, from, to }: RecalledTire): string {
  const weeks = [
    from !== null && `from week ${formatWeek(from)}`,
    to !== null && `until week ${formatWeek(to)}`,
  ]
  return [`${brand} ${model ?? '(all models)'}`, size ?? 'all sizes', ...weeks].filter(Boolean).join(', ')
}
