/** /order/{number}/{proof}/mounting: choose a store, a day and a time for mounting an order's tires. Never cached. */

import type { Context } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
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
import type { FormTexts } from '../../../schema/platform/forms/form-texts.ts'
import { formatDay } from '../../../schema/platform/shop-calendar.ts'
import type { AppEnv } from '../../env.ts'
import { allStores, formatStorePlace, type Store } from '../../identity/location/physical-stores.ts'
import { knownClosedDays } from '../../platform/cache/change-feed.ts'
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

/** Renders the page with the times of the store and day in `menus`; with `problem` it is the answer to a refused booking. */
export async function mountingPage(
  c: Context<AppEnv>,
  details: OrderDetails,
  { menus, problem }: { menus: FormTexts; problem?: { message: string; status: 400 | 409 | 429 } },
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
  const asked = Number(menus.store ?? '')
  const number = stores[asked - 1] ? asked : (appointment?.store ?? 1)
  const store = stores[number - 1]
  const open = (terms?.days ?? []).filter(
    (day) => store && mountingTimes(store.hours, day, knownClosedDays()).length > 0,
  )
  const day = open.find((one) => one === menus.day) ?? open[0]
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
            <BookingForm
              {...{ stores, number, store, open, day, statusHref }}
              label={appointment ? 'Change to this time' : 'Book this time'}
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
          {formatStorePlace(store)}.
          {store.phone ? (
            <>
              {' '}
              Call <a href={`tel:+1${store.phone}`}>{formatPhone(store.phone)}</a> if you’re running late.
            </>
          ) : null}
        </p>
      ) : null}
      {canChange ? <CancelForm action={mountingHref(statusHref)} /> : <p>{MOUNTING_MESSAGES.late}</p>}
    </section>
  )
}

/** Asks once more, because somebody else can take the time at once. */
function CancelForm({ action }: { action: string }) {
  return (
    <details className="cancel-order">
      <summary>Cancel the appointment</summary>
      <form className="account-ask" method="post" action={action}>
        <input type="hidden" name="action" value="cancel" />
        <p>
          <strong>Cancel the appointment?</strong> The order itself stays as it is.
        </p>
        <p className="button-row">
          <LinkButton href={action}>Keep it</LinkButton>
          <Button type="submit" kind="danger">
            Cancel appointment
          </Button>
        </p>
      </form>
    </details>
  )
}

/**
 * One form for store, day and time, so that the store and day of the menus are sent with the time. "Show times" sends it as a GET;
 * with script a changed menu does (client/orders/mounting/booking-menus.ts).
 */
function BookingForm({
  stores,
  number,
  store,
  open,
  day,
  statusHref,
  label,
  counts,
}: {
  stores: readonly Store[]
  /** Number of the chosen store, from 1. */
  number: number
  store: Store
  open: readonly string[]
  day: string
  statusHref: string
  label: string
  counts: ReadonlyMap<number, number>
}) {
  const free = mountingTimes(store.hours, day, knownClosedDays()).filter(
    (time) => (counts.get(time) ?? 0) < SLOT_CARS,
  )
  const heading = `${store.name}, ${formatDay(Date.parse(day))}`
  return (
    // Without `off`, a browser that reloads the page may restore menus that differ from the times below them.
    <form className="mounting-booking" method="post" action={mountingHref(statusHref)} autoComplete="off">
      <div className="form-grid mounting-day">
        <Select
          name="store"
          label="Store"
          span={3}
          defaultValue={String(number)}
          options={stores.map((one, index) => ({ value: String(index + 1), label: formatStorePlace(one) }))}
        />
        <Select
          name="day"
          label="Day"
          span={3}
          defaultValue={day}
          options={open.map((one) => ({ value: one, label: formatDay(Date.parse(one)) }))}
        />
        <p>
          <Button type="submit" formMethod="get" formNoValidate>
            Show times
          </Button>
        </p>
      </div>
      {free.length === 0 ? (
        <p>No times left: {heading}. Please pick another day or store.</p>
      ) : (
        <>
          <fieldset className="mounting-times">
            <legend className="field-label">{heading}</legend>
            {free.map((time) => (
              <Radio
                key={time}
                name="slot"
                value={slotValue({ store: number, day, time })}
                label={formatTime(time)}
                required
              />
            ))}
          </fieldset>
          <p>
            <Button type="submit" name="action" value="book" kind="buy" size="big">
              {label}
            </Button>
          </p>
        </>
      )}
    </form>
  )
}
