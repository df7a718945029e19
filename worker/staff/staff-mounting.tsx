/** /staff/mounting: the appointments of one day at one store. */
import type { Context } from 'hono'
import { Button } from '../../client/platform/ui/button.tsx'
import { Field } from '../../client/platform/ui/field.tsx'
import { Select } from '../../client/platform/ui/select.tsx'
import { formatTime, isChangeable } from '../../schema/orders/mounting/mounting.ts'
import { STAFF_MOUNTING } from '../../schema/orders/mounting/mounting-paths.ts'
import { paths, staffOrderHref } from '../../schema/paths.ts'
import { formatPhone } from '../../schema/platform/forms/field.ts'
import { shopDay } from '../../schema/platform/shop-calendar.ts'
import type { AppEnv } from '../env.ts'
import { allStores } from '../identity/location/physical-stores.ts'
import { countUnreturnedTires } from '../orders/mounting/book-mounting.ts'
import { readStoreDay } from '../orders/mounting/mounting.sql.ts'
import { staffPage } from './frame/staff-page.tsx'
import { StaffTable } from './staff-table.tsx'

/** Records that a buyer did not come, so that the tires do not count as mounted. */
function MissedForm({ order }: { order: string }) {
  return (
    <form method="post" action={paths.staffForm}>
      <input type="hidden" name="action" value="order-mounting-missed" />
      <input type="hidden" name="order" value={order} />
      <Button type="submit">
        Didn’t come<span className="visually-hidden">: order {order}</span>
      </Button>
    </form>
  )
}

/** Renders the appointments; without a valid day those of today. */
export async function staffMountingPage(c: Context<AppEnv>): Promise<Response> {
  const now = Date.now()
  const stores = await allStores(c.env.DB)
  const asked = Number(c.req.query('store') ?? '')
  const store = stores[asked - 1] ? asked : 1
  const typed = c.req.query('day') ?? ''
  const day = /^\d{4}-\d\d-\d\d$/.test(typed) ? typed : shopDay(now)
  const appointments = await Promise.all(
    (await readStoreDay(c.env.DB, { store, day })).map(async ({ hasReturns, tires, ...each }) => ({
      ...each,
      tires: hasReturns ? await countUnreturnedTires(c.env.DB, each.orderNumber) : tires,
    })),
  )
  const isOver = !isChangeable({ day }, now)
  return staffPage(c, {
    title: 'Mounting',
    current: STAFF_MOUNTING,
    body: [
      <form key="day" className="form-grid" method="get" action={STAFF_MOUNTING}>
        <Select
          name="store"
          label="Store"
          span={3}
          defaultValue={String(store)}
          options={stores.map(({ name }, index) => ({ value: String(index + 1), label: name }))}
        />
        <Field name="day" label="Day" type="date" span={3} defaultValue={day} />
        <Button type="submit" className="staff-send">
          Show
        </Button>
      </form>,
      appointments.length === 0 ? (
        <p key="none">No appointments.</p>
      ) : (
        <StaffTable
          key="list"
          label="Appointments"
          columns={[
            { title: 'Time' },
            { title: 'Order' },
            { title: 'Tires', isNumber: true },
            { title: 'Name' },
            { title: 'Phone' },
            ...(isOver ? [{ title: 'Not there?' }] : []),
          ]}
          rows={appointments.map(({ orderNumber, time, tires, name, phone }) => ({
            key: orderNumber,
            cells: [
              formatTime(time),
              <a key="order" href={staffOrderHref(orderNumber)}>
                {orderNumber}
              </a>,
              tires,
              name,
              formatPhone(phone),
              ...(isOver ? [<MissedForm key="missed" order={orderNumber} />] : []),
            ],
          }))}
        />
      ),
    ],
  })
}
