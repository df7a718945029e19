/** /order/{number}/{proof}/mounting: choose a store, a day and a time for mounting an order's tires. Never cached. */
import type { Context } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Radio } from '../../../client/platform/ui/check.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import {
  formatSlot,
  formatTime,
  isChangeable,
  MOUNTING_MESSAGES,
  type MountingSlot,
  mountingTimes,
  SLOT_CARS,
  slotValue,
} from '../../../schema/orders/mounting/mounting.ts'
import { mountingHref } from '../../../schema/orders/mounting/mounting-paths.ts'
import { orderStatusHref, paths } from '../../../schema/paths.ts'
import { formatPhone } from '../../../schema/platform/forms/field.ts'
import { formatDay } from '../../../schema/platform/shop-calendar.ts'
import type { AppEnv } from '../../env.ts'
import { allStores, type Store } from '../../identity/location/physical-stores.ts'
import { consumeFlashState } from '../../platform/forms/flash-cookie.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { findDelivery, type OrderDetails } from '../life/order-lifecycle.sql.ts'
import { signOrderLink } from '../order-signature.ts'
import { countAppointments, findAppointment } from './mounting.sql.ts'
import { findMountingTerms } from './mounting-terms.ts'

/** Returns why an order has no day to choose: its tires are late, or have been with the buyer for too long. */
export function dayProblem({ events }: OrderDetails): 'waiting' | 'refused' {
  return findDelivery(events) === null ? 'waiting' : 'refused'
}

/** Renders the page; with `problem` it is the answer to a refused booking. */
export async function mountingPage(
  c: Context<AppEnv>,
  details: OrderDetails,
  problem?: { message: string; status: 400 | 409 | 429 },
): Promise<Response> {
  const { order } = details
  const now = Date.now()
  const [stores, terms, appointment] = await Promise.all([
    allStores(c.env.DB),
    findMountingTerms(c.env.DB, details, now),
    findAppointment(c.env.DB, order.orderNumber),
  ])
  const statusHref = orderStatusHref(
    order.orderNumber,
    signOrderLink(c.get('config').cartSecret, order.orderNumber),
  )
  const asked = Number(c.req.query('store') ?? '')
  const number = stores[asked - 1] ? asked : (appointment?.store ?? 1)
  const store = stores[number - 1]
  const open = (terms?.days ?? []).filter((day) => store && mountingTimes(store.hours, day).length > 0)
  const day = open.find((one) => one === c.req.query('day')) ?? open[0]
  const flash = consumeFlashState(c)
  c.header('Cache-Control', 'private, no-store')
  return contentPage(c, {
    title: `Mounting for order ${order.orderNumber}`,
    description: 'Pick a store and a time to have your tires mounted.',
    canonical: null,
    kind: 'order',
    breadcrumbs: [
      { label: 'Home', href: paths.home },
      { label: `Order ${order.orderNumber}`, href: statusHref },
      { label: 'Mounting' },
    ],
    ...(problem ? { status: problem.status } : {}),
    body: (
      <div className="wrap prose mounting">
        <h1>Mounting at the store</h1>
        {problem ? (
          <Alert tone="error" focus>
            {problem.message}
          </Alert>
        ) : null}
        {flash?.message ? (
          <Alert tone={flash.ok ? 'plain' : 'error'} focus>
            {flash.message}
          </Alert>
        ) : null}
        <p>{terms?.text ?? MOUNTING_MESSAGES.refused}</p>
        {terms?.days.length === 0 ? <p>{MOUNTING_MESSAGES[dayProblem(details)]}</p> : null}
        {appointment ? (
          <Appointment {...{ appointment, stores, statusHref, canChange: isChangeable(appointment, now) }} />
        ) : null}
        {terms && store && day && (!appointment || isChangeable(appointment, now)) ? (
          <>
            <h2>{appointment ? 'Pick another time' : 'Pick a time'}</h2>
            <DayForm {...{ stores, number, open, day, statusHref }} />
            <TimeForm
              {...{ number, day, store, statusHref, appointment }}
              counts={await countAppointments(c.env.DB, { store: number, day })}
            />
          </>
        ) : null}
        <p>
          <a href={statusHref}>Back to your order</a>
        </p>
      </div>
    ),
  })
}

function Appointment({
  appointment,
  stores,
  statusHref,
  canChange,
}: {
  appointment: MountingSlot
  stores: readonly Store[]
  statusHref: string
  canChange: boolean
}) {
  const store = stores[appointment.store - 1]
  return (
    <section aria-labelledby="appointment-title">
      <h2 id="appointment-title">{formatSlot(appointment)}</h2>
      {store ? (
        <p>
          {store.name}, {store.street}, {store.city}. Call{' '}
          <a href={`tel:+1${store.phone}`}>{formatPhone(store.phone)}</a> if you’re running late.
        </p>
      ) : null}
      {canChange ? (
        <form method="post" action={mountingHref(statusHref)}>
          <input type="hidden" name="action" value="cancel" />
          <Button type="submit" kind="danger">
            Cancel the appointment
          </Button>
        </form>
      ) : (
        <p>It’s too late to change it online. Please call the store.</p>
      )}
    </section>
  )
}

function DayForm({
  stores,
  number,
  open,
  day,
  statusHref,
}: {
  stores: readonly Store[]
  number: number
  open: readonly string[]
  day: string
  statusHref: string
}) {
  return (
    <form className="form-grid mounting-day" method="get" action={mountingHref(statusHref)}>
      <Select
        name="store"
        label="Store"
        span={3}
        defaultValue={String(number)}
        options={stores.map(({ name, street }, index) => ({
          value: String(index + 1),
          label: `${name}, ${street}`,
        }))}
      />
      <Select
        name="day"
        label="Day"
        span={3}
        defaultValue={day}
        options={open.map((one) => ({ value: one, label: formatDay(Date.parse(one)) }))}
      />
      <p>
        <Button type="submit">Show times</Button>
      </p>
    </form>
  )
}

function TimeForm({
  number,
  day,
  store,
  statusHref,
  appointment,
  counts,
}: {
  number: number
  day: string
  store: Store
  statusHref: string
  appointment: MountingSlot | null
  counts: ReadonlyMap<number, number>
}) {
  const times = mountingTimes(store.hours, day)
  const free = times.filter((time) => (counts.get(time) ?? 0) < SLOT_CARS)
  const heading = `${store.name}, ${formatDay(Date.parse(day))}`
  if (free.length === 0) return <p>No times left: {heading}. Please pick another day or store.</p>
  return (
    // The answer to a refused time shows the same day again.
    <form method="post" action={mountingHref(statusHref, { store: number, day })}>
      <input type="hidden" name="action" value="book" />
      <fieldset className="mounting-times">
        <legend className="field-label">{heading}</legend>
        {free.map((time, index) => (
          <Radio
            key={time}
            name="slot"
            value={slotValue({ store: number, day, time })}
            label={formatTime(time)}
            defaultChecked={index === 0}
          />
        ))}
      </fieldset>
      <p>
        <Button type="submit" kind="buy" size="big">
          {appointment ? 'Change to this time' : 'Book this time'}
        </Button>
      </p>
    </form>
  )
}
