/** /staff/pick/: orders that wait for their tires, and pick runs: the walk, the next tire, the scan (H14). */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { pickRunHref, staffPaths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { toActor } from '../changes/staff-actor.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import { type OpenRun, type OrderToPick, readOpenRuns, readOrdersToPick, readRun } from './picking.sql.ts'
import { recordDocuments } from './record-documents.sql.ts'
import { PickList, RunView } from './run-view.tsx'

async function pickPage(c: Context<AppEnv>): Promise<Response> {
  const [orders, runs] = await Promise.all([readOrdersToPick(c.env.DB), readOpenRuns(c.env.DB)])
  return staffPage(c, {
    title: 'Pick',
    current: staffPaths.pick,
    body: [
      flashAlert(c),
      runs.length > 0 ? <Runs key="runs" runs={runs} /> : null,
      orders.length === 0 ? (
        <EmptyState key="none" title="Nothing to pick">
          <p>New orders show up here once they’re paid.</p>
        </EmptyState>
      ) : (
        <ChooseOrders key="orders" orders={orders} />
      ),
    ],
  })
}

function Runs({ runs }: { runs: readonly OpenRun[] }) {
  return (
    <section>
      <h2>Open runs</h2>
      <ul className="pick-runs">
        {runs.map(({ id, by, createdAt, items, picked }) => (
          <li key={id}>
            <a href={pickRunHref(id)}>
              <b>Run {id}</b>
              <span>
                {picked} of {items} picked
              </span>
              <progress max={items} value={picked} aria-label={`Run ${id}`} />
              <span className="quiet">
                {by ? `${by}, ` : ''}
                <Timestamp at={createdAt} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ChooseOrders({ orders }: { orders: readonly OrderToPick[] }) {
  return (
    <form method="post" action={staffPaths.pickForm} className="pick-orders">
      <input type="hidden" name="action" value="start" />
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      <fieldset>
        <legend>{formatQuantity(orders.length, 'order')} to pick, the oldest first</legend>
        {orders.map(({ orderNumber, placedAt, items }) => (
          <div key={orderNumber} className="pick-order">
            <Checkbox name="order" value={orderNumber} label={orderNumber} defaultChecked />
            <p className="t-14 quiet">
              <Timestamp at={placedAt} />, {items.map(({ tires, name }) => `${tires} × ${name}`).join(', ')}
            </p>
          </div>
        ))}
      </fieldset>
      <Button type="submit" kind="buy" size="big" wide>
        Start a run
      </Button>
    </form>
  )
}

const readNumber = (c: Context<AppEnv>) => Number(c.req.param('run'))

async function runPage(c: Context<AppEnv>): Promise<Response> {
  const run = readNumber(c)
  const items = await readRun(c.env.DB, run)
  if (items.length === 0) return c.notFound()
  return staffPage(c, {
    title: `Run ${run}`,
    current: staffPaths.pick,
    body: [flashAlert(c), <RunView key="run" run={run} items={items} />],
  })
}

async function pickListPage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const run = readNumber(c)
  const items = await readRun(c.env.DB, run)
  if (items.length === 0) return c.notFound()
  const now = Date.now()
  const printed = { record: 'pick-run' as const, ids: [String(run)] }
  await recordDocuments(c.env.DB, toActor(staff, 'page'), printed, now)
  return staffPage(c, {
    title: `Pick list, run ${run}`,
    current: staffPaths.pick,
    print: true,
    body: <PickList run={run} items={items} now={now} />,
  })
}

export const pickingPages = new Hono<AppEnv>()
  .get(staffPaths.pick, staffRoute('orders.pick', pickPage))
  .get(`${staffPaths.pick}:run{[1-9][0-9]{0,14}}`, staffRoute('orders.pick', runPage))
  .get(`${staffPaths.pick}:run{[1-9][0-9]{0,14}}/list`, staffRoute('orders.pick', pickListPage))
