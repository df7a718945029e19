/** /staff/: what waits, the oldest first, and what was sold today (H14j). Each person sees what they may do. */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { staffOrderHref, staffPaths } from '../../../schema/paths.ts'
import { formatCount, formatQuantity } from '../../../schema/platform/count.ts'
import { formatElapsed } from '../../../schema/platform/elapsed.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { dailyPages } from '../frame/staff-menu.ts'
import { staffPage } from '../frame/staff-page.tsx'
import type { Mention } from '../orders/order-work.sql.ts'
import { TaxWarning } from '../taxes/tax-warning.tsx'
import { countUnconfirmed } from '../taxes/taxes.sql.ts'
import type { SoldDay, Today } from './today.sql.ts'
import { formatWait, isOverdue, type OpenTask, readOpenTasks } from './waiting-tasks.ts'

async function todayPage(c: Context<AppEnv>, { name, role, staffId }: StaffSession): Promise<Response> {
  const now = Date.now()
  const [{ today, tasks, mentions }, unconfirmed] = await Promise.all([
    readOpenTasks(c.env.DB, { staffId, role }, now),
    countUnconfirmed(c.env.DB),
  ])
  const daily = dailyPages(role)
  return staffPage(c, {
    title: `Hello, ${name.split(' ')[0]}`,
    current: staffPaths.home,
    body: [
      flashAlert(c),
      <TaxWarning key="taxes" count={unconfirmed} role={role} />,
      <Mentions key="mentions" mentions={mentions} now={now} />,
      <Waits key="waits" tasks={tasks} now={now} />,
      hasPermission(role, 'counts') ? <Sold key="sold" today={today} /> : null,
      daily.length > 0 ? (
        <nav key="daily" className="staff-tiles" aria-labelledby="daily">
          <h2 id="daily">Every day</h2>
          <ul>
            {daily.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null,
    ],
  })
}

/** Notes that name the person, each until they say that it is done. */
function Mentions({ mentions, now }: { mentions: readonly Mention[]; now: number }) {
  if (mentions.length === 0) return null
  return (
    <section className="today-notes">
      <h2>Notes for you</h2>
      <ul>
        {mentions.map(({ id, orderNumber, text, by, at }) => (
          <li key={id}>
            <p>
              <a href={staffOrderHref(orderNumber)}>{orderNumber}</a>{' '}
              <span className="quiet">
                {by ?? 'Former staff'}, {formatElapsed(now - at)}
              </span>
            </p>
            <p className="chat-text">{text}</p>
            <form method="post" action={staffPaths.orderDeskForm}>
              <input type="hidden" name="action" value="mention-done" />
              <input type="hidden" name="mention" value={id} />
              <Button type="submit">
                Done<span className="visually-hidden"> with the note of {orderNumber}</span>
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Waits({ tasks, now }: { tasks: readonly OpenTask[]; now: number }) {
  return (
    <section className="today">
      <h2>What waits</h2>
      {tasks.length === 0 ? (
        <p>Nothing waits. Good work.</p>
      ) : (
        <ul>
          {tasks.map((task) => (
            <li key={task.kind}>
              <a href={task.href}>
                <b className="num">{formatCount(task.count)}</b>
                <span>{task.label}</span>
                <span className={isOverdue(task, now) ? 'overdue' : 'quiet'}>{formatWait(task, now)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Sold({ today: { sold, takenIn } }: { today: Today }) {
  const [today, yesterday, weekAgo] = sold
  const days: [string, SoldDay][] = [
    ['Today', today],
    ['Yesterday', yesterday],
    ['A week ago', weekAgo],
  ]
  return (
    <section className="today-sold">
      <h2>Sold</h2>
      <dl>
        {days.map(([label, { orders, total }]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b>{formatMoney(total)}</b> {formatQuantity(orders, 'order')}
            </dd>
          </div>
        ))}
        <div>
          <dt>Taken in today</dt>
          <dd>
            <b>{formatCount(takenIn)}</b> {takenIn === 1 ? 'unit' : 'units'}
          </dd>
        </div>
      </dl>
    </section>
  )
}

export const todayPages = new Hono<AppEnv>().get(staffPaths.home, staffRoute(null, todayPage))
