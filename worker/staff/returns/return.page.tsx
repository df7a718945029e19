/** /staff/returns/{order}/{n}: the report of the sale beside new readings, and where the tires go (H14). Works without script. */

import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import type { InspectionReport } from '../../../schema/catalog/product/product.ts'
import { hasPermission, type SessionRole } from '../../../schema/identity/staff/permissions.ts'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import { canReturnBecome, returnReference } from '../../../schema/orders/returns/return-case.ts'
import { RETURN_STATE_LABELS } from '../../../schema/orders/returns/return-format.ts'
import { orderStatusHref, paths, staffOrderHref, staffPaths, staffReturnHref } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { FINDING_CODES, findingRules } from '../../../schema/staff/intake/findings.ts'
import { findingsOf, READINGS_FORM, type ReadingsForm } from '../../../schema/staff/returns/return-form.ts'
import {
  type Comparison,
  compareReadings,
  type PutBackState,
  RETURN_READING_MESSAGES,
  readDepths,
} from '../../../schema/staff/returns/return-readings.ts'
import { unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import { UNIT_STATE_LABELS } from '../../../schema/staff/units/unit-state.ts'
import { thumbnailHref } from '../../catalog/images/photo-address.ts'
import type { AppEnv } from '../../env.ts'
import { findDelivery, readOrderDetails } from '../../orders/life/order-lifecycle.sql.ts'
import { signOrderLink } from '../../orders/order-signature.ts'
import { readReturns } from '../../orders/returns/return.sql.ts'
import { readStaffPhotos } from '../../orders/returns/return-photo.sql.ts'
import { FactList } from '../frame/fact-list.tsx'
import { flashAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { ClaimClock } from './claim-clock.tsx'
import { type ReturnedUnit, readReturnedUnits } from './put-back.sql.ts'
import { hasReadings, lineProblem, othersProblem } from './put-back.ts'
import { ExchangeForm, PhotoForm, Photos } from './return-case-forms.tsx'

/** Renders the case. `typed` are the readings of one line; `message` says why a form was refused. */
export async function staffReturnPage(
  c: Context<AppEnv>,
  { orderNumber, number, role }: { orderNumber: string; number: number; role: SessionRole },
  { typed = null, message }: { typed?: ReadingsForm | null; message?: string } = {},
): Promise<Response> {
  if (!isOrderNumber(orderNumber)) return c.notFound()
  const [lines, cases, staffPhotos, details] = await Promise.all([
    readReturnedUnits(c.env.DB, orderNumber, number),
    readReturns(c.env.DB, orderNumber),
    readStaffPhotos(c.env.DB, orderNumber, number),
    readOrderDetails(c.env.DB, orderNumber),
  ])
  const found = cases.find((known) => known.number === number)
  if (!found || !details) return c.notFound()
  const deliveredAt = findDelivery(details.events)
  const reference = returnReference(orderNumber, number)
  const isExchangeable = canReturnBecome(found.state, 'refunded') && hasPermission(role, 'sell')
  const statusHref = orderStatusHref(orderNumber, signOrderLink(c.get('config').cartSecret, orderNumber))
  return staffPage(c, {
    title: `Return ${reference}`,
    current: paths.staffOrders,
    status: message === undefined ? 200 : 422,
    body: [
      flashAlert(c),
      message === undefined ? null : (
        <Alert key="refused" tone="error" focus>
          {message}
        </Alert>
      ),
      <p key="case">
        <a href={staffOrderHref(orderNumber)}>Order {orderNumber}</a>,{' '}
        {RETURN_STATE_LABELS[found.state].toLowerCase()}. Putting tires back moves no money.
      </p>,
      <ClaimClock key="clock" found={found} deliveredAt={deliveredAt} now={Date.now()} />,
      isExchangeable ? <ExchangeForm key="exchange" of={{ orderNumber, number }} /> : null,
      <Photos key="photos" of="Photos of the buyer" photos={found.photos} statusHref={statusHref} />,
      <Photos key="staff-photos" of="Our photos" photos={staffPhotos} statusHref={statusHref} />,
      <PhotoForm key="photo-form" of={{ orderNumber, number }} />,
      canReturnBecome(found.state, 'received') && lines.some((line) => lineProblem(line) === 'not-here') ? (
        <PostForm
          key="receive"
          path={paths.staffForm}
          fields={{ action: 'order-return-receive', order: orderNumber, case: number, from: 'tires' }}
        >
          <Button type="submit" kind="buy" size="big">
            Mark the tires as received
          </Button>
        </PostForm>
      ) : null,
      lines.length === 0 ? <p key="none">No tire of this return has a unit in the yard.</p> : null,
      ...lines.map((line) => (
        <Line
          key={line.itemId}
          line={line}
          of={{ orderNumber, number }}
          typed={typed?.item === line.itemId ? typed : null}
        />
      )),
    ],
  })
}

interface LineProps {
  line: ReturnedUnit
  of: { orderNumber: string; number: number }
  typed: ReadingsForm | null
}

function Line({ line, of, typed }: LineProps) {
  const { itemId, sku, title, pieces, report, unitState, restocked, linePieces } = line
  const problem = lineProblem(line)
  const isBack = restocked + pieces > linePieces
  const id = `line-${itemId}`
  return (
    <section aria-labelledby={id} className="return-line">
      <h2 id={id}>
        <a href={unitHref(sku)}>{sku}</a> {title}, {formatQuantity(pieces, 'tire')}
      </h2>
      {problem ? (
        <p className="note">
          {RETURN_READING_MESSAGES[problem]}
          {isBack ? ` Now: ${UNIT_STATE_LABELS[unitState].toLowerCase()}.` : ''}
        </p>
      ) : null}
      <div className="return-halves">
        {report ? <Report title="At the sale" report={report} photos={line.photos} /> : null}
        {isBack && line.current && report && line.current !== report ? (
          <Report title="When it came back" report={line.current} photos={[]} />
        ) : null}
        {problem ? null : report && hasReadings(line) ? (
          <NewReadings line={line} of={of} report={report} typed={typed} />
        ) : (
          <PutBackForm line={line} of={of} typed={null} isSellable />
        )}
      </div>
      {problem && problem !== 'not-here' ? null : <OtherTireForm line={line} of={of} />}
    </section>
  )
}

function Report({
  title,
  report,
  photos,
}: {
  title: string
  report: InspectionReport
  photos: readonly string[]
}) {
  const { grooves, grade, tread, repairs, sidewalls, beads } = report
  const facts: [label: string, text: string | undefined][] = [
    ...grooves.map((depths, index): [string, string] => [
      grooves.length === 1 ? 'Tread, 32nds of an inch' : `Tire ${index + 1}, 32nds of an inch`,
      depths.join(' · '),
    ]),
    ['Grade', grade],
    ['Tread wear', tread],
    ['Repairs', repairs],
    ['Sidewalls', sidewalls],
    ['Beads', beads],
  ]
  return (
    <div className="return-half">
      <h3>{title}</h3>
      {photos.length > 0 ? (
        <p className="return-photos">
          {photos.map((image) => (
            <img key={image} src={thumbnailHref(image)} alt="" width={96} height={96} loading="lazy" />
          ))}
        </p>
      ) : null}
      <FactList facts={facts} className="return-facts" />
    </div>
  )
}

/** New readings: compared on this page first, then sent with the place where the tires go. */
function NewReadings({ line, of, report, typed }: LineProps & { report: InspectionReport }) {
  const { itemId } = line
  const grooves = typed && readDepths(typed.depth, report)
  const comparison =
    grooves && typed ? compareReadings(report, { grooves, findings: findingsOf(typed) }) : null
  const isIncomplete = typed !== null && typed.depth.length > 0 && grooves === null
  const error = isIncomplete ? 'Measure each groove: whole or half 32nds, such as 7.5.' : comparison?.problem
  let index = 0
  return (
    <div className="return-half">
      <h3>Now</h3>
      <form
        method="get"
        action={`${staffReturnHref(of.orderNumber, of.number)}#compared`}
        className="form return-form"
        data-edit=""
      >
        <input type="hidden" name="item" value={itemId} />
        {report.grooves.map((depths, tire) => (
          <fieldset key={String(tire)} className="return-grooves">
            <legend>
              {report.grooves.length === 1 ? 'Grooves, outer to inner' : `Tire ${tire + 1}, outer to inner`}
            </legend>
            <div>
              {depths.map((_, at) => {
                const place = index
                index += 1
                return (
                  <input
                    key={String(at)}
                    className="input"
                    name="depth"
                    aria-label={`Groove ${at + 1}`}
                    aria-describedby={error ? `error-${itemId}` : undefined}
                    aria-invalid={error ? true : undefined}
                    defaultValue={typed?.depth[place] ?? ''}
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={4}
                    required
                  />
                )
              })}
            </div>
          </fieldset>
        ))}
        {error ? (
          <div id="compared">
            <p className="field-error" id={`error-${itemId}`}>
              {error}
            </p>
          </div>
        ) : null}
        <details className="staff-act" open={(typed?.finding.length ?? 0) > 0}>
          <summary>Findings</summary>
          <fieldset className="return-findings">
            <legend className="visually-hidden">Findings</legend>
            {FINDING_CODES.map((code) => (
              <Checkbox
                key={code}
                name="finding"
                value={code}
                label={findingRules(code).label}
                defaultChecked={typed?.finding.includes(code) ?? false}
              />
            ))}
          </fieldset>
          <Field
            name="mm"
            id={`mm-${itemId}`}
            label="Size of a plug-patch, mm"
            defaultValue={typed?.mm ?? ''}
            inputMode="decimal"
            autoComplete="off"
            maxLength={5}
          />
        </details>
        <Button type="submit" size="big" wide>
          Compare
        </Button>
      </form>
      {comparison && !error ? <Result comparison={comparison} /> : null}
      {comparison && typed && !error && !comparison.isDeeper ? (
        <PutBackForm line={line} of={of} typed={typed} isSellable={comparison.isSellable} />
      ) : null}
    </div>
  )
}

function Result({ comparison: { lost, isDeeper, isSellable } }: { comparison: Comparison }) {
  if (isDeeper)
    return (
      <p id="compared" className="note note-error">
        {RETURN_READING_MESSAGES.deeper}
      </p>
    )
  return (
    <p id="compared" className={isSellable ? 'note' : 'note note-error'} role="status">
      <b>{lost === 0 ? 'No tread lost.' : `Tread lost: ${lost}/32 in.`}</b>
      {isSellable ? '' : ` ${RETURN_READING_MESSAGES['knock-out']}`}
    </p>
  )
}

interface PutBackFormProps extends LineProps {
  isSellable: boolean
}

function PutBackForm({ line, of, typed, isSellable }: PutBackFormProps) {
  const { itemId, hasOthers, unitState } = line
  const mayGo = (to: PutBackState) => othersProblem(line, to) === null
  const fields: [name: string, value: string][] = [
    ['order', of.orderNumber],
    ['case', String(of.number)],
    ['item', String(itemId)],
    ['key', crypto.randomUUID()],
    ...(typed?.depth ?? []).map((depth): [string, string] => ['depth', depth]),
    ...(typed?.finding ?? []).map((code): [string, string] => ['finding', code]),
    ['mm', typed?.mm ?? ''],
  ]
  return (
    <form method="post" action={staffPaths.returnForm} className="form return-form">
      {fields.map(([name, value], index) => (
        <input key={`${name} ${String(index)}`} type="hidden" name={name} value={value} />
      ))}
      <Field
        name="scan"
        id={`scan-${itemId}`}
        label="Label of the tire (optional)"
        hint="Scan it to be sure that it’s the tire that was sold."
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={300}
      />
      {hasOthers ? (
        <p className="note">
          The unit has other tires, and its state stays: {UNIT_STATE_LABELS[unitState].toLowerCase()}.
        </p>
      ) : null}
      <div className="button-row">
        {isSellable && mayGo('live') ? (
          <Button type="submit" name="action" value="live" kind="buy" size="big">
            Put on sale
          </Button>
        ) : null}
        {isSellable && mayGo('parked') ? (
          <Button type="submit" name="action" value="parked" size="big">
            Keep off sale
          </Button>
        ) : null}
        <Button type="submit" name="action" value="scrap" kind="danger" size="big">
          Scrap
        </Button>
      </div>
    </form>
  )
}

function OtherTireForm({ line: { itemId }, of }: Omit<LineProps, 'typed'>) {
  return (
    <details className="staff-act">
      <summary>Another tire came back</summary>
      <PostForm
        path={staffPaths.returnForm}
        fields={{
          action: 'other-tire',
          order: of.orderNumber,
          case: String(of.number),
          item: String(itemId),
        }}
        className="form return-form"
      >
        <Field
          name="text"
          id={`other-${itemId}`}
          label="What came back"
          hint="The case stays open, and the order’s history has it."
          autoComplete="off"
          maxLength={200}
          required
        />
        <Button type="submit">Record it</Button>
      </PostForm>
    </details>
  )
}

/** Reads the readings of an address; one that is none shows the empty form. */
function readTyped(c: Context<AppEnv>): ReadingsForm | null {
  const query = c.req.queries()
  const single = (name: string) => query[name]?.[0]
  const parsed = v.safeParse(READINGS_FORM, {
    ...{ item: single('item'), depth: query.depth, finding: query.finding, mm: single('mm') },
  })
  return parsed.success ? parsed.output : null
}

export const staffReturnPages = new Hono<AppEnv>().get(
  '/staff/returns/:order/:case{[1-9][0-9]{0,3}}',
  staffRoute('returns', (c, { role }) =>
    staffReturnPage(
      c,
      { orderNumber: c.req.param('order') ?? '', number: Number(c.req.param('case')), role },
      { typed: readTyped(c) },
    ),
  ),
)
