/** The physical stores of the configuration. */
import { configRead, shopConfig } from '../../platform/config.sql.ts'
import { runRead } from '../../platform/drizzle.sql.ts'

const FIELDS = [
  'path',
  'name',
  'street',
  'city',
  'state',
  'zip',
  'phone',
  'hours',
  'latitude',
  'longitude',
] as const

/** A store of the configuration. Its phone has ten digits, its hours are a text such as `Mon to Fri 8 to 6`. */
export type Store = Record<(typeof FIELDS)[number], string>

/** Returns the stores in the order of their numbers: `stores/1/path`, `stores/1/name` … */
export async function allStores(db: D1Database): Promise<Store[]> {
  return toStores(await shopConfig(db))
}

/** Converts settings to the stores in the order of their numbers. */
export function toStores(settings: ReadonlyMap<string, string>): Store[] {
  const stores: Store[] = []
  for (let number = 1; settings.has(`stores/${number}/path`); number += 1) {
    const values = FIELDS.map((field) => [field, settings.get(`stores/${number}/${field}`) ?? ''])
    stores.push(Object.fromEntries(values) as Store)
  }
  return stores
}

/** The most stores of a shop whose cities are read. */
const STORES_MAX = 20

const NUMBERS = Array.from({ length: STORES_MAX }, (_, at) => at + 1)

/** Returns city and state of each store; reads only these rows. */
export async function storeCities(db: D1Database): Promise<Pick<Store, 'city' | 'state'>[]> {
  const paths = NUMBERS.flatMap((number) => [`stores/${number}/city`, `stores/${number}/state`])
  const settings = await runRead(db, configRead(paths))
  return NUMBERS.flatMap((number) => {
    const city = settings.get(`stores/${number}/city`)
    return city === undefined ? [] : [{ city, state: settings.get(`stores/${number}/state`) ?? '' }]
  })
}

/** Formats where a store is: `Treadline Pilsen, 1800 S Halsted St, Chicago, IL 60608`. */
export function formatStorePlace({ name, street, city, state, zip }: Store): string {
  return [name, street, city, `${state} ${zip}`.trim()].filter(Boolean).join(', ')
}

/** Checks whether the shop has a store; reads one row. */
export async function hasStore(db: D1Database): Promise<boolean> {
  return (await runRead(db, configRead(['stores/1/path']))).size > 0
}
