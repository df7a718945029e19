/** Which units of the yard the open recalls name (H14t). */
import { type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { recall, recallMatch } from '../../../schema/staff/safety/recall.table.ts'
import { type RecalledTire, toSlugs } from '../../../schema/staff/safety/recall-record.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { PRESENT_STATES, type UnitState } from '../../../schema/staff/units/unit-state.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'

export interface OpenRecall {
  campaign: string
  products: RecalledTire[]
  version: number
}

/** Returns the open recalls; with campaigns, those of them alone. */
export function readOpenRecalls(db: D1Database, campaigns: readonly string[] | null): Promise<OpenRecall[]> {
  const t = recall
  const named = campaigns ? sql`and ${t.campaign} in ${inList(campaigns)}` : sql``
  return connect(db)
    .select({ campaign: t.campaign, products: t.products, version: t.version })
    .from(t)
    .where(sql`${t.isOpen} = 1 ${named}`)
}

/** Returns the brands of the yard as slugs; with a sku, those of that unit, and of its tires if it is a set. */
export async function readBrandsOfYard(db: D1Database, sku: string | null): Promise<ReadonlySet<string>> {
  const rows = await connect(db).all<{ brand: string | null }>(
    sku === null
      ? sql`select distinct brand_slug as brand from ${product}`
      : sql`select brand_slug as brand from ${product} where sku = ${sku}
          union select p.brand_slug from ${product} s join ${unit} u on u.set_id = s.id join ${product} p on p.id = u.product_id
            where s.sku = ${sku}`,
  )
  return new Set(rows.flatMap(({ brand }) => brand ?? []))
}

/** Returns the brands of the shop by slug, each in one spelling. */
export async function readBrands(db: D1Database): Promise<ReadonlyMap<string, string>> {
  const rows = await connect(db).all<{ slug: string; name: string }>(
    sql`select brand_slug as slug, min(brand) as name from ${product} where brand_slug is not null group by brand_slug`,
  )
  return new Map(rows.map(({ slug, name }) => [slug, name]))
}

export interface FoundMatch {
  campaign: string
  sku: string
  state: UnitState
}

/** Year and week of the DOT code of `p` as one number; `null` when it has none. */
const MADE = sql.raw(
  "(case when p.dot glob '*[0-9][0-9][0-9][0-9]' then (2000 + substr(p.dot, -2)) * 100 + substr(p.dot, -4, 2) end)",
)
const IS_NAMED = sql`(j.value ->> 'model' is null or p.model_slug = j.value ->> 'model')
  and (j.value ->> 'size' is null or p.size_slug = j.value ->> 'size')
  and (${MADE} is null or (${MADE} >= coalesce(j.value ->> 'from', 0) and ${MADE} <= coalesce(j.value ->> 'to', 999999)))`

/**
 * Returns the units that the recalls name and that are not in the state `recalled`, without those that somebody freed. Units that are sold
 * out are among them, because their tires may come back. A tire of a set stands for its set. With a sku, that unit alone.
 */
export function findMatches(
  db: D1Database,
  recalls: readonly Pick<OpenRecall, 'campaign' | 'products'>[],
  { sku = null }: { sku?: string | null } = {},
): Promise<FoundMatch[]> {
  const tires = recalls.flatMap(({ campaign, products }) =>
    products.map((tire) => ({ campaign, ...toSlugs(tire), from: tire.from, to: tire.to })),
  )
  const source = sql`json_each(${JSON.stringify(tires)}) j`
  const only = (column: SQL) => (sku === null ? sql`` : sql`and ${column} = ${sku}`)
  const isUnhandled = (column: SQL, state: SQL) =>
    sql`not exists (select 1 from ${recallMatch} m where m.campaign = j.value ->> 'campaign' and m.sku = ${column}
      and (m.state = 'freed' or ${state} = 'recalled'))`
  return connect(db).all<FoundMatch>(sql`
    select distinct j.value ->> 'campaign' as campaign, p.sku, u.state
    from ${source} cross join ${product} p on p.brand_slug = j.value ->> 'brand' and p.visibility > 1
      cross join ${unit} u on u.product_id = p.id
    where ${IS_NAMED} and u.state in ${inList(PRESENT_STATES)} and ${isUnhandled(sql`p.sku`, sql`u.state`)} ${only(sql`p.sku`)}
      and not exists (select 1 from ${unit} t where t.set_id = p.id)
    union
    select j.value ->> 'campaign', s.sku, us.state
    from ${unit} u join ${product} p on p.id = u.product_id join ${product} s on s.id = u.set_id
      join ${unit} us on us.product_id = s.id join ${source} on p.brand_slug = j.value ->> 'brand'
    where u.state = 'in-set' and ${IS_NAMED} and us.state in ${inList(PRESENT_STATES)}
      and ${isUnhandled(sql`s.sku`, sql`us.state`)} ${only(sql`s.sku`)}`)
}

/** Returns the statement that adds matches of a campaign; `now` is in milliseconds. */
export function addMatches(campaign: string, units: readonly FoundMatch[], now: number): SQL {
  return sql`insert or ignore into ${recallMatch} (campaign, sku, unit_state, found_at)
    select ${campaign}, j.value ->> 'sku', j.value ->> 'state', ${now} from json_each(${JSON.stringify(units)}) j`
}
