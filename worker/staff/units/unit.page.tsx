/** /staff/units/{sku}: one unit with its photos, inspection report, price and history, and all that staff do with it. */

import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { LinkButton } from '../../../client/platform/ui/button.tsx'
import { unitLabel } from '../../../schema/catalog/product/variant.ts'
import { conditionLabel } from '../../../schema/catalog/sizes/tire-text.ts'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { ORDER_STATUS_LABELS } from '../../../schema/orders/status/order-format.ts'
import { productHref, staffOrderHref } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { recordTitle } from '../../../schema/staff/changes/record-title.ts'
import { photosHref } from '../../../schema/staff/photos/photo-form.ts'
import { LISTED_STATE_LABELS } from '../../../schema/staff/unit-list/unit-filter.ts'
import { binHref, UNIT_PATHS, unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import { photoHref } from '../../catalog/images/photo-address.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { AuditLines } from '../audit/audit-lines.tsx'
import { type AuditLine, readAuditLog, readStaffNames } from '../changes/audit-log.sql.ts'
import { isUndoable } from '../changes/undo-change.ts'
import { UndoForm } from '../changes/undo-form.tsx'
import { FactList } from '../frame/fact-list.tsx'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { readUnitSet, SetAction, type UnitSet, UnitSetSection } from '../sets/unit-set.tsx'
import { listedState } from '../unit-list/column-cell.tsx'
import { findUnitSku } from './find-unit.sql.ts'
import { type RefusedAction, UnitActions } from './unit-actions.tsx'
import { ConflictChoice, type UnitConflict } from './unit-conflict.tsx'
import { UnitReport } from './unit-report.tsx'
import { readUnitView, type UnitView } from './unit-view.sql.ts'

/** Changes on the page; older ones are in the audit log. */
const CHANGES_SHOWN = 50

/** What a refused form left: a message at its field, or a conflict with somebody's change. */
export interface UnitPageState {
  status: 403 | 409 | 422
  refused?: RefusedAction
  /** A refusal that belongs to no field. */
  message?: string
  conflict?: UnitConflict
}

/** Renders the page of a unit; with `state` it is the answer to a refused form. */
export async function unitPage(
  c: Context<AppEnv>,
  staff: StaffSession,
  sku: string,
  state?: UnitPageState,
): Promise<Response> {
  const ofUnit = { staffId: null, from: null, until: null, record: 'unit', recordId: sku, before: null }
  const now = Date.now()
  const [view, lines, set, people] = await Promise.all([
    readUnitView(c.env.DB, sku),
    readAuditLog(c.env.DB, ofUnit, CHANGES_SHOWN),
    readUnitSet(c.env.DB, sku, now),
    readStaffNames(c.env.DB),
  ])
  if (!view) {
    const found = await findUnitSku(c.env.DB, sku)
    return found && found !== sku ? c.redirect(unitHref(found), 302) : c.notFound()
  }
  const { product } = view
  const maySeeCost = hasPermission(staff.role, 'cost.see')
  const [last] = lines
  return staffPage(c, {
    title: product.sku,
    current: UNIT_PATHS.units,
    status: state?.status ?? 200,
    body: [
      flashAlert(c, last?.staffId === staff.staffId ? undoOf(last, { set, now }) : null),
      state?.message ? (
        <Alert key="refused" tone="error" focus>
          {state.message}
        </Alert>
      ) : null,
      state?.conflict ? <ConflictChoice key="conflict" view={view} conflict={state.conflict} /> : null,
      <Heading key="heading" view={view} />,
      <div key="unit" className="unit">
        <div className="unit-facts">
          <Photos view={view} mayArrange={hasPermission(staff.role, 'intake')} />
          <Facts view={view} maySeeCost={maySeeCost} />
          {product.passport ? <UnitReport report={product.passport} findings={view.unit.findings} /> : null}
          {set ? <UnitSetSection set={set} mayMake={hasPermission(staff.role, 'intake')} /> : null}
        </div>
        <UnitActions view={view} role={staff.role} refused={state?.refused ?? null} />
      </div>,
      <section key="history" aria-labelledby="history-title" className="unit-history">
        <h2 id="history-title">History</h2>
        {lines.length === 0 ? (
          <p>Nobody has changed this unit yet.</p>
        ) : (
          <AuditLines
            lines={lines}
            now={now}
            returnTo={unitHref(sku)}
            names={new Map(people.map(({ id, name }) => [id, name]))}
            role={staff.role}
            titleOf={(line) => recordTitle(line, null, () => false)}
          />
        )}
        {lines.length === CHANGES_SHOWN ? <p>Older changes are in the audit log.</p> : null}
      </section>,
    ],
  })
}

/** Returns the button that undoes what the person has just done; `null` for what has none. */
function undoOf(last: AuditLine, { set, now }: { set: UnitSet | null; now: number }): ReactNode {
  if (last.kind === 'create' && set?.kind === 'set' && set.isWhole)
    return <SetAction action="undo-make" sku={set.sku} label="Undo" />
  if (last.kind === 'undo' || last.undoneBy !== null) return null
  if (set?.kind === 'broken') return <SetAction action="undo-break" sku={set.sku} label="Undo" />
  return isUndoable(last, now) ? (
    <UndoForm undoes={{ undo: last.id }} returnTo={unitHref(last.recordId)} />
  ) : null
}

function Heading({ view: { product, unit, qty } }: { view: UnitView }) {
  const state = listedState({ state: unit.state, qty })
  return (
    <div className="unit-heading">
      <p>
        <b>{product.size}</b> {[product.brand, product.model].filter(Boolean).join(' ')}
      </p>
      <p>
        <span className={state === 'live' ? 'tag' : 'tag tag-filled'}>{LISTED_STATE_LABELS[state]}</span>{' '}
        <b>{formatMoney(product.finalPrice)}</b>
        {unit.bin ? (
          <>
            {' '}
            in <a href={binHref(unit.bin)}>{unit.bin}</a>
          </>
        ) : (
          ' without a bin'
        )}
      </p>
    </div>
  )
}

function Photos({ view, mayArrange }: { view: UnitView; mayArrange: boolean }) {
  const { photos, product } = view
  return (
    <>
      {photos.length === 0 ? (
        <p className="unit-no-photo">No photo yet. The shop shows a drawing.</p>
      ) : (
        <PhotoList view={view} />
      )}
      {mayArrange ? (
        <p>
          <LinkButton href={photosHref(product.sku)}>
            {photos.length === 0 ? 'Add photos' : 'Change photos'}
          </LinkButton>
        </p>
      ) : null}
    </>
  )
}

function PhotoList({ view: { photos, product } }: { view: UnitView }) {
  return (
    <ul className="unit-photos">
      {photos.map(({ image, label }) => (
        <li key={image}>
          <a href={photoHref(image)}>
            <img
              src={photoHref(image)}
              alt={label || `Photo of ${product.sku}`}
              width={240}
              height={240}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The cost of tires that come in quantities is an average. */
function formatCost({ cost, lastCost }: UnitView['unit']): string {
  if (lastCost === null) return formatMoney(cost ?? 0)
  return `${formatMoney(cost ?? 0)} on average, ${formatMoney(lastCost)} at the last receipt`
}

function Facts({ view, maySeeCost }: { view: UnitView; maySeeCost: boolean }) {
  const { product, unit, qty, orders, lotSource, nameOf } = view
  const facts: [label: string, value: string | null][] = [
    ['Sold as', product.setqty > 1 ? unitLabel(product.setqty) : null],
    ['Condition', product.condition && conditionLabel(product.condition)],
    ['Tread', product.treadDepth === null ? null : `${product.treadDepth}/32 in`],
    ['DOT', unit.tin ?? product.dot],
    ['On sale', formatQuantity(qty, 'tire')],
    ['Off sale', unit.offSale > 0 ? formatQuantity(unit.offSale, 'tire') : null],
    ['Lot', unit.lotId === null ? null : `${unit.lotId}${lotSource ? `, ${lotSource}` : ''}`],
    ['Cost', maySeeCost && unit.cost !== null ? formatCost(unit) : null],
    ['Taken in by', nameOf(unit.takenBy) || null],
    ['Second inspection', nameOf(unit.secondBy) || null],
  ]
  return (
    <>
      <FactList facts={facts} />
      {orders.length > 0 ? (
        <p>
          Ordered in{' '}
          {orders.map(({ orderNumber, status }, index) => (
            <span key={orderNumber}>
              {index > 0 ? ', ' : ''}
              <a href={staffOrderHref(orderNumber)}>{orderNumber}</a> (
              {ORDER_STATUS_LABELS[status].toLowerCase()})
            </span>
          ))}
        </p>
      ) : null}
      <p>
        <LinkButton href={productHref({ sku: product.sku, parentSku: null, slug: product.urlKey })}>
          As the shopper sees it
        </LinkButton>
      </p>
    </>
  )
}

export const unitPages = new Hono<AppEnv>().get(`${UNIT_PATHS.units}:sku`, (c) =>
  staffRoute('units.see', (context, staff) => unitPage(context, staff, c.req.param('sku')))(c),
)
