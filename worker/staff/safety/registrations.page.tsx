/**
 * /staff/registrations/: new tires to register, by maker, with a clock, and the search of TINs and buyers; /staff/registrations/{order}:
 * the TINs of an order; …/form: its forms for paper; …/file: the file for a maker (H14t).
 */
import { type Context, Hono } from 'hono'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { hasPermission, type SessionRole } from '../../../schema/identity/staff/permissions.ts'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import { staffOrderHref, staffPaths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatElapsed } from '../../../schema/platform/elapsed.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { SEARCH_MAX } from '../../../schema/staff/orders/order-search.ts'
import { registrationDue } from '../../../schema/staff/safety/registration-due.ts'
import { countTins } from '../../../schema/staff/safety/registration-record.ts'
import {
  registrationFileHref,
  registrationHref,
  SAFETY_PATHS,
} from '../../../schema/staff/safety/safety-paths.ts'
import { unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { UndoForm } from '../changes/undo-form.tsx'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { StaffSearch } from '../frame/staff-search.tsx'
import { registrationFile } from './registration-file.ts'
import { sheetPage } from './registration-sheet.tsx'
import {
  groupBy,
  type RegistrationLine,
  readOrderRegistrations,
  readTireDealer,
  readUnregistered,
} from './registrations.sql.ts'
import { searchTins } from './tins/search-tins.ts'
import { RegistrationPost, TinEntry } from './tins/tin-entry.tsx'
import { FOUND_MAX, type SoldTin } from './tins/tin-search.sql.ts'

type DueLine = RegistrationLine & { due: number }

async function registrationsPage(c: Context<AppEnv>, { role }: StaffSession): Promise<Response> {
  const now = Date.now()
  const query = (c.req.query('q') ?? '').trim().slice(0, SEARCH_MAX)
  const sent = /^registrations [\w-]{8,64}$/.exec(c.req.query('sent') ?? '')?.[0]
  const [lines, dealer, found] = await Promise.all([
    query === '' ? readUnregistered(c.env.DB) : [],
    readTireDealer(c.env.DB),
    query === '' ? null : searchTins(c.env.DB, query),
  ])
  const due = registrationDue(dealer, lines)
  const dated = lines.map((line, index) => ({ ...line, due: due[index] ?? line.soldAt }))
  const makers = groupBy(dated, ({ brand }) => brand)
  const undo = sent ? <UndoForm undoes={{ batch: sent }} returnTo={SAFETY_PATHS.registrations} /> : null
  return staffPage(c, {
    title: 'Registrations',
    current: SAFETY_PATHS.registrations,
    body: (
      <>
        {flashAlert(c, undo)}
        <StaffSearch
          action={SAFETY_PATHS.registrations}
          text={query}
          label="TIN, buyer or order"
          maxLength={SEARCH_MAX}
        />
        {found ? <Found found={found} /> : null}
        {found === null && lines.length === 0 ? (
          <EmptyState title="Nothing to register" other={{ href: staffPaths.pack, label: 'Pack orders' }}>
            New tires show up here when they’re sold.
          </EmptyState>
        ) : null}
        {found === null && lines.length > 0 ? (
          <p>
            {formatQuantity(
              lines.reduce((sum, { tires }) => sum + tires, 0),
              'new tire',
            )}{' '}
            to register.{' '}
            {dealer === 'independent'
              ? 'Each sale within 30 days: give the buyer the form, or send the file to the maker.'
              : 'Send the files every 30 days, or when 40 tires are sold, at most after six months.'}
          </p>
        ) : null}
        {found === null
          ? [...makers].map(([brand, sales]) => (
              <Maker key={brand} brand={brand} sales={sales} role={role} now={now} />
            ))
          : null}
      </>
    ),
  })
}

function Maker({
  brand,
  sales,
  role,
  now,
}: {
  brand: string
  sales: readonly DueLine[]
  role: SessionRole
  now: number
}) {
  const ready = sales.filter(({ tins, tires }) => countTins(tins) === tires)
  // A tire that the catalog never had has no brand.
  const name = brand || 'Other makers'
  return (
    <section className="safety-group" aria-label={name}>
      <h2>{name}</h2>
      <ul className="safety-rows">
        {sales.map(({ id, orderNumber, sku, title, tires, tins, due, buyer }) => (
          <li key={id}>
            <div>
              <a href={registrationHref(orderNumber)}>
                <b>{orderNumber}</b>
              </a>{' '}
              <p>
                {tires} × {title}, {sku}
              </p>
              <p className="quiet">
                {countTins(tins) < tires ? (
                  <b>{tires - countTins(tins)} without a TIN</b>
                ) : (
                  Object.keys(tins).join(', ')
                )}
                {buyer.name ? `. ${buyer.name}` : ''}
              </p>
            </div>
            <Due due={due} now={now} />
          </li>
        ))}
      </ul>
      {ready.length > 0 && hasPermission(role, 'export') ? (
        <div className="button-row">
          <LinkButton href={registrationFileHref(brand)} download>
            File for {name}
          </LinkButton>
          {hasPermission(role, 'safety') ? (
            <RegistrationPost action="file" fields={{ ids: ready.map(({ id }) => id).join() }}>
              <Button type="submit" kind="buy">
                Mark {formatQuantity(ready.length, 'sale')} as sent
              </Button>
            </RegistrationPost>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}

function Due({ due, now }: { due: number; now: number }) {
  return (
    <span className="safety-due" data-late={due < now ? '' : undefined}>
      {due < now ? `Late by ${formatElapsed(now - due)}` : `Due in ${formatElapsed(due - now)}`}
    </span>
  )
}

function Found({ found }: { found: readonly SoldTin[] }) {
  return (
    <section className="safety-group" aria-labelledby="found">
      <h2 id="found">Sold tires</h2>
      {found.length === 0 ? <p>No sold tire has this TIN, buyer or order.</p> : null}
      <ul className="safety-rows">
        {found
          .slice(0, FOUND_MAX)
          .map(({ tin, tires, orderNumber, sku, title, soldAt, name, city, isBack }) => (
            <li key={`${orderNumber} ${sku} ${tin}`}>
              <div>
                <b className="num">
                  {tires > 1 ? `${tires} × ` : ''}
                  {tin}
                </b>
                <p>
                  {title}, <a href={unitHref(sku)}>{sku}</a>
                </p>
                <p>
                  {name ? [name, city].filter(Boolean).join(', ') : 'The buyer’s data was erased'}
                  {isBack ? '. It came back.' : ''}
                </p>
              </div>
              <span>
                <a href={staffOrderHref(orderNumber)}>{orderNumber}</a>
                <p className="quiet">{shopDay(soldAt)}</p>
              </span>
            </li>
          ))}
      </ul>
      <p>
        <a href={SAFETY_PATHS.registrations}>All registrations</a>
      </p>
    </section>
  )
}

async function orderPage(c: Context<AppEnv>, { role }: StaffSession): Promise<Response> {
  const orderNumber = c.req.param('order') ?? ''
  const lines = isOrderNumber(orderNumber) ? await readOrderRegistrations(c.env.DB, orderNumber) : []
  if (lines.length === 0) return c.notFound()
  return staffPage(c, {
    title: `New tires of ${orderNumber}`,
    current: SAFETY_PATHS.registrations,
    body: (
      <>
        {flashAlert(c)}
        <p>
          <a href={SAFETY_PATHS.registrations}>All registrations</a>
        </p>
        <TinEntry
          {...{ orderNumber, lines, role }}
          dealer={await readTireDealer(c.env.DB)}
          returnTo={registrationHref(orderNumber)}
        />
      </>
    ),
  })
}

export const registrationPages = new Hono<AppEnv>()
  .get(SAFETY_PATHS.registrations, staffRoute('safety.see', registrationsPage))
  .get(SAFETY_PATHS.registrationFile, staffRoute('export', registrationFile))
  .get(`${SAFETY_PATHS.registrations}:order`, staffRoute('safety.see', orderPage))
  .get(`${SAFETY_PATHS.registrations}:order/form`, staffRoute('orders.send', sheetPage))
