/** /staff/sell/drawer: the cash drawer at the end of the day: expected, counted, difference, and who counted (H14p). */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { formatShopTime } from '../../../schema/orders/status/order-format.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { formatMoney, parseDollars, plainNumber } from '../../../schema/platform/money.ts'
import { shopDayStart } from '../../../schema/platform/shop-calendar.ts'
import { CHANGE_KEY } from '../../../schema/staff/changes/change.api.ts'
import { COUNTER_MESSAGES, hasCardNumberIn } from '../../../schema/staff/counter/counter-form.ts'
import { COUNTER_PATHS } from '../../../schema/staff/counter/counter-paths.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { readCashOf, readCounts, recordDrawerCount } from './drawer.sql.ts'

/** More cash than a drawer holds. */
const MAX_CASH = 10_000_000

async function drawerPage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const own = hasPermission(staff.role, 'audit.see') ? null : staff.staffId
  const [cash, counts] = await Promise.all([
    readCashOf(c.env.DB, shopDayStart(Date.now())),
    readCounts(c.env.DB, own),
  ])
  return staffPage(c, {
    title: 'Cash drawer',
    current: staffPaths.sell,
    body: (
      <div className="counter">
        {flashAlert(c)}
        <dl className="counter-sums counter-pay">
          <div>
            <dt>Cash sales today</dt>
            <dd>{formatMoney(cash.sales)}</dd>
          </div>
          <div>
            <dt>Cash refunds today</dt>
            <dd>{formatMoney(-cash.refunds)}</dd>
          </div>
        </dl>
        <form method="post" action={COUNTER_PATHS.drawer} className="counter-money">
          <input type="hidden" name="key" value={crypto.randomUUID()} />
          <Field name="start" label="In the drawer this morning, in dollars" inputMode="decimal" required />
          <Field name="counted" label="Counted now, in dollars" inputMode="decimal" required />
          <Button type="submit" kind="buy" size="big">
            Save the count
          </Button>
        </form>
        {counts.length > 0 ? <h2>Counts</h2> : null}
        <ul className="counter-list">
          {counts.map(({ id, at, start, sales, refunds, counted, by }) => {
            const expected = start + sales - refunds
            return (
              <li key={id}>
                <span>
                  <b>{formatShopTime(at)}</b>, {by ?? ''}
                  <br />
                  Expected {formatMoney(expected)}, counted {formatMoney(counted)}
                </span>
                <span className="counter-price">Difference {formatMoney(counted - expected)}</span>
              </li>
            )
          })}
        </ul>
      </div>
    ),
  })
}

const text = v.pipe(v.string(), v.trim(), v.maxLength(40))

export const drawerPages = new Hono<AppEnv>()
  .get(COUNTER_PATHS.drawer, staffRoute('drawer', drawerPage))
  .route(
    COUNTER_PATHS.drawer,
    staffFormRoute({
      permission: 'drawer',
      schema: v.object({ key: CHANGE_KEY, start: text, counted: text }),
      run: async (c, form, staff) => {
        const refuse = (message: string) => staffAnswer(false, message, COUNTER_PATHS.drawer)
        if (hasCardNumberIn(form)) return refuse(COUNTER_MESSAGES.cardNumber)
        const [start, counted] = [form.start, form.counted].map((typed) => parseDollars(plainNumber(typed)))
        const isCash = (cents: number | null | undefined): cents is number =>
          typeof cents === 'number' && cents >= 0 && cents <= MAX_CASH
        if (!isCash(start) || !isCash(counted)) return refuse(COUNTER_MESSAGES.price)
        const now = Date.now()
        const cash = await readCashOf(c.env.DB, shopDayStart(now))
        await recordDrawerCount(c.env.DB, {
          at: now,
          staffId: staff.staffId,
          start,
          counted,
          key: form.key,
          ...cash,
        })
        const difference = formatMoney(counted - (start + cash.sales - cash.refunds))
        return staffAnswer(true, `Saved. Difference: ${difference}.`, COUNTER_PATHS.drawer)
      },
    }),
  )
