/** The pages of the physical stores. */

import type { Context } from 'hono'
import { Hono } from 'hono'
import { openingHours } from '../../../schema/identity/location/opening-hours.ts'
import { paths } from '../../../schema/paths.ts'
import { formatPhone } from '../../../schema/platform/forms/field.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { findServicePrice } from '../../cart/extras/cart-offers.ts'
import { StructuredData, storeData } from '../../catalog/seo/structured-data.tsx'
import type { AppEnv } from '../../env.ts'
import { allStores, type Store } from '../../identity/location/physical-stores.ts'
import { contentPage } from '../../platform/page/content-page.ts'

const withoutSlash = (path: string) => path.replace(/\/$/, '')
function mapHref({ latitude, longitude }: Store): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
}

/** Splits `Mon to Fri 8 a.m. to 6 p.m., Sat …` into lines of days and times. */
function splitHours({ hours }: Store): { days: string; times: string }[] {
  return hours.split(/\s*,\s*/).flatMap((part) => {
    const [, days = '', times = ''] = /^(\D+?)\s+(\d.*|closed)$/i.exec(part) ?? [part, part, '']
    return days ? [{ days, times }] : []
  })
}

/** Renders the address, hours, phone and map link of a store. */
export function StoreDetails({ store }: { store: Store }) {
  const { street, city, state, zip, phone } = store
  return (
    <dl className="facts-list store-facts">
      <div>
        <dt>Address</dt>
        <dd>
          <address>
            {street}
            <br />
            {city}, {state} {zip}
          </address>
        </dd>
      </div>
      <div>
        <dt>Opening hours</dt>
        <dd>
          <ul>
            {splitHours(store).map(({ days, times }) => (
              <li key={days}>
                {days} <span className="num">{times}</span>
              </li>
            ))}
          </ul>
        </dd>
      </div>
      <div>
        <dt>Phone</dt>
        <dd>
          <a href={`tel:+1${phone}`}>{formatPhone(phone)}</a>
        </dd>
      </div>
      <div>
        <dt>Map</dt>
        <dd>
          <a href={mapHref(store)}>Open on a map</a>
        </dd>
      </div>
    </dl>
  )
}

async function storePage(c: Context<AppEnv>, store: Store, others: readonly Store[]): Promise<Response> {
  const mounting = await findServicePrice(c.env.DB, 'mounting', 1, Date.now())
  return contentPage(c, {
    title: `${store.name}, ${store.street}`,
    description: `${store.name}: ${store.street}, ${store.city}. ${store.hours}.`,
    canonical: store.path,
    breadcrumbs: [
      { label: 'Home', href: paths.home },
      { label: 'Stores', href: paths.contacts },
      { label: store.name },
    ],
    kind: 'text',
    head: (
      <StructuredData
        data={storeData(c.get('config').siteUrl, { ...store, hours: openingHours(store.hours) })}
      />
    ),
    body: (
      <article className="wrap prose">
        <h1>{store.name}</h1>
        <StoreDetails store={store} />
        <p>Our warehouse. Call ahead and we’ll have your tires ready.</p>
        {mounting === null ? null : (
          <>
            <h2>Mounting</h2>
            <p>
              {formatMoney(mounting)} per tire for tires you bought from us, with balancing and recycling of
              the old ones. Add it in your cart, or <a href={paths.guestOrder}>open your order</a> to book a
              time.
            </p>
          </>
        )}
        <ul>
          {others.map(({ path, name, street }) => (
            <li key={path}>
              <a href={path}>{name}</a>, {street}
            </li>
          ))}
          <li>
            <a href={paths.contacts}>All ways to reach us</a>
          </li>
        </ul>
      </article>
    ),
  })
}

export const storePages = new Hono<AppEnv>()
  .get(paths.store, (c) => respond(c, paths.store))
  .get('/:store', (c) => respond(c, c.req.path))

async function respond(c: Context<AppEnv>, path: string): Promise<Response> {
  const stores = await allStores(c.env.DB)
  const store = stores.find((known) => withoutSlash(known.path) === withoutSlash(path))
  if (!store) return c.notFound()
  return storePage(
    c,
    store,
    stores.filter((other) => other !== store),
  )
}
