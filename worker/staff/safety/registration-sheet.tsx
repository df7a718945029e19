/** The form that goes with new tires (H14t, 49 CFR 574.7): TINs and dealer are filled in, the buyer sends it to the maker. */
import type { Context } from 'hono'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import { formatOrderDate } from '../../../schema/orders/status/order-format.ts'
import { countTins } from '../../../schema/staff/safety/registration-record.ts'
import { SAFETY_PATHS } from '../../../schema/staff/safety/safety-paths.ts'
import type { AppEnv } from '../../env.ts'
import { allStores } from '../../identity/location/physical-stores.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { groupBy, type RegistrationLine, readOrderRegistrations } from './registrations.sql.ts'

type Store = Awaited<ReturnType<typeof allStores>>[number]

export async function sheetPage(c: Context<AppEnv>): Promise<Response> {
  const orderNumber = c.req.param('order') ?? ''
  const [lines, [store]] = await Promise.all([
    isOrderNumber(orderNumber) ? readOrderRegistrations(c.env.DB, orderNumber) : [],
    allStores(c.env.DB),
  ])
  if (lines.length === 0) return c.notFound()
  return staffPage(c, {
    title: `Tire registration ${orderNumber}`,
    current: SAFETY_PATHS.registrations,
    print: true,
    body: <RegistrationSheets lines={lines} store={store} />,
  })
}

/** Renders a sheet for each maker whose tires all have their TIN; nothing without one. */
export function RegistrationSheets({
  lines,
  store,
}: {
  lines: readonly RegistrationLine[]
  store: Store | undefined
}) {
  const complete = lines.filter(({ tins, tires }) => countTins(tins) === tires)
  return [...groupBy(complete, ({ brand }) => brand)].map(([brand, tires]) => (
    <Sheet key={brand} brand={brand} tires={tires} store={store} />
  ))
}

function Sheet({
  brand,
  tires,
  store,
}: {
  brand: string
  tires: readonly RegistrationLine[]
  store: Store | undefined
}) {
  const [first] = tires
  if (!first) return null
  const { orderNumber, soldAt, buyer } = first
  return (
    <article className="sheet">
      <header className="sheet-head">
        <h1>Tire registration</h1>
        <p>
          {brand}
          <br />
          <b>{orderNumber}</b>, {formatOrderDate(soldAt)}
        </p>
      </header>
      <p>
        <b>Important.</b> In case of a recall, the tire maker can reach you only with your name and address.
        You must send in this form, or register on the maker’s site, to be on its recall list. Do it today.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Tires</th>
            <th scope="col">Tire identification number</th>
            <th scope="col">Tire</th>
          </tr>
        </thead>
        <tbody>
          {tires.flatMap(({ id, tins, title, facts }) =>
            Object.entries(tins).map(([tin, count]) => (
              <tr key={`${id} ${tin}`}>
                <td className="num">{count}</td>
                <th scope="row">{tin}</th>
                <td>{[title, facts].filter(Boolean).join(', ')}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      <h2>Buyer</h2>
      <p>
        {buyer.name}
        <br />
        {buyer.street}
        <br />
        {[buyer.city, buyer.state].filter(Boolean).join(', ')} {buyer.zip}
      </p>
      <h2>Dealer</h2>
      <p>
        {store ? (
          <>
            {store.name}
            <br />
            {store.street}
            <br />
            {store.city}, {store.state} {store.zip}
          </>
        ) : null}
      </p>
    </article>
  )
}
