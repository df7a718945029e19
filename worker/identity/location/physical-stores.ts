/** The physical stores, which stand in the configuration. */
import { shopConfig } from '../../platform/config.sql.ts'

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

/** One store as the configuration has it: its phone has ten digits, its hours are words. */
export type Store = Record<(typeof FIELDS)[number], string>

/** Stores in the order of their numbers: `stores/1/path`, `stores/1/name` … */
export async function allStores(db: D1Database): Promise<Store[]> {
  const settings = await shopConfig(db)
  const stores: Store[] = []
  for (let number = 1; settings.has(`stores/${number}/path`); number += 1) {
    const values = FIELDS.map((field) => [field, settings.get(`stores/${number}/${field}`) ?? ''])
    stores.push(Object.fromEntries(values) as Store)
  }
  return stores
}
