/** What a recall found (H14t): tires in the yard, which a person decides, and who bought its tires. */
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { ORDER_STATUS_LABELS } from '../../../schema/orders/status/order-format.ts'
import { staffOrderHref } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { MATCH_LABELS } from '../../../schema/staff/safety/recall-match.ts'
import {
  formatWeek,
  isInWeeks,
  type RecalledTire,
  weekOf,
} from '../../../schema/staff/safety/recall-record.ts'
import { unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import { UNIT_STATE_LABELS } from '../../../schema/staff/units/unit-state.ts'
import { RecallPost } from './recall-fields.tsx'
import { recallNoticeBlocks } from './recall-notice.mail.ts'
import type { MatchLine, SoldLine } from './recalls.sql.ts'

interface YardTiresProps {
  campaign: string
  matches: readonly MatchLine[]
  mayAct: boolean
}

export function YardTires({ campaign, matches, mayAct }: YardTiresProps) {
  const waiting = matches.filter(({ state }) => state === 'waiting')
  return (
    <section className="safety-group" aria-labelledby="yard">
      <h2 id="yard">Units</h2>
      {matches.length === 0 ? <p>No unit of the shop matches.</p> : null}
      <ul className="safety-rows">
        {matches.map((match) => (
          <Match key={match.id} campaign={campaign} match={match} mayAct={mayAct} />
        ))}
      </ul>
      {mayAct && waiting.length > 1 ? (
        <details className="staff-act">
          <summary>Decide all {waiting.length} at once</summary>
          <Decide campaign={campaign} ids={waiting.map(({ id }) => id)} of="all" />
        </details>
      ) : null}
    </section>
  )
}

function Match({
  campaign,
  match: { id, sku, state, title, size, dot, tin, bin, unitState, tires },
  mayAct,
}: {
  campaign: string
  match: MatchLine
  mayAct: boolean
}) {
  const facts = [size, tin ? `TIN ${tin}` : dot ? `DOT ${dot.slice(-4)}` : 'no DOT', bin && `bin ${bin}`]
  return (
    <li>
      <div>
        <a href={unitHref(sku)}>
          <b>{sku}</b>
        </a>{' '}
        <span className="tag">{MATCH_LABELS[state]}</span>
        <p>{[title, ...facts].filter(Boolean).join(', ')}</p>
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
          <Decide campaign={campaign} ids={[id]} of={sku} isConfirmed={state === 'confirmed'} />
        </details>
      ) : null}
    </li>
  )
}

function Decide({
  campaign,
  ids,
  of,
  isConfirmed = false,
}: {
  campaign: string
  ids: readonly number[]
  of: string
  isConfirmed?: boolean
}) {
  const fields = { campaign, ids: ids.join() }
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
  sold: readonly SoldLine[]
  products: readonly RecalledTire[]
  mayAct: boolean
}

/** A sale whose TINs are all of other weeks is not one of the recalled ones. */
function isMeant({ tins }: SoldLine, products: readonly RecalledTire[]): boolean {
  const weeks = tins.split(' ').filter(Boolean).map(weekOf)
  return weeks.length === 0 || weeks.some((made) => products.some((tire) => isInWeeks(made, tire)))
}

export function SoldTires({ recall, sold, products, mayAct }: SoldTiresProps) {
  const meant = sold.filter((line) => isMeant(line, products))
  const unsent = meant.filter(({ noticeAt, email }) => noticeAt === null && email !== '')
  const orderIds = [...new Set(unsent.map(({ orderId }) => orderId))]
  const example = unsent.filter(({ orderId }) => orderId === orderIds[0])
  return (
    <section className="safety-group" aria-labelledby="sold">
      <h2 id="sold">Sold</h2>
      {meant.length === 0 ? <p>Nobody bought a tire that matches.</p> : null}
      <ul className="safety-rows">
        {meant.map((line) => (
          <Sale key={`${line.orderId} ${line.sku}`} line={line} />
        ))}
      </ul>
      {mayAct && orderIds.length > 0 ? (
        <>
          <details className="staff-act">
            <summary>Read the email first</summary>
            {recallNoticeBlocks(recall, example).map((part) => (
              <p key={'text' in part ? part.text : part.kind}>{'text' in part ? part.text : null}</p>
            ))}
          </details>
          <RecallPost action="mail" fields={{ campaign: recall.campaign, ids: orderIds.join() }}>
            <Button type="submit" kind="buy">
              Email {formatQuantity(orderIds.length, 'buyer')}
            </Button>
          </RecallPost>
        </>
      ) : null}
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
