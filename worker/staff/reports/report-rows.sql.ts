/** Makes the rows of the reports from stock and from the days that are rolled up (H14s). */
import { type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { sizeSlug } from '../../../schema/catalog/sizes/tire-size.ts'
import { stockAlert, stockAlertLine } from '../../../schema/catalog/stock-alerts/stock-alert.table.ts'
import { MAX_PRICE_CHANGE } from '../../../schema/identity/staff/permissions.ts'
import { salesOrderLine } from '../../../schema/orders/order.table.ts'
import { returnCase } from '../../../schema/orders/returns/return.table.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { inParts } from '../../../schema/platform/parts.ts'
import { sizeWant } from '../../../schema/staff/chats/chat-desk.table.ts'
import { sizeDemand } from '../../../schema/staff/reports/demand.table.ts'
import type { DemandFacts, DemandRow } from '../../../schema/staff/reports/demand-rows.ts'
import { reportRow, unitSale, workDay } from '../../../schema/staff/reports/report.table.ts'
import { AGE_GROUPS, REPORT_PERIODS, type ReportDay } from '../../../schema/staff/reports/report-days.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { PRESENT_STATES } from '../../../schema/staff/units/unit-state.ts'
import { batchOf, inList } from '../../platform/drizzle.sql.ts'

/** Rows that one statement writes. */
const ROWS = 1_000
const GRADE = sql`coalesce(${product.passport} ->> '$.grade', 'none')`
/** Units with a stock of their own. */
const IS_UNIT = sql`${product.brand} is not null and ${product.parentId} is null`

type Days = readonly ReportDay[]
/** The first of the last `count` days. */
const since = (days: Days, count: number): ReportDay => days[Math.min(count, days.length) - 1] as ReportDay

/** Returns the middle of `value` in each group of `source`, as a query with the columns `name` and `median`. */
function medians(name: SQL, value: SQL, source: SQL): SQL {
  return sql`select name, avg(value) as median from (
      select ${name} as name, ${value} as value, row_number() over (partition by ${name} order by ${value}) as n,
        count(*) over (partition by ${name}) as total from ${source})
    where n in ((total + 1) / 2, (total + 2) / 2) group by name`
}

interface NamedRow {
  name: string
  [column: string]: number | string | null
}

/** Reads what the demand of sizes follows from; `days` are the last ones, the newest first. */
export async function readDemandFacts(db: D1Database, days: Days, leastMargin: number): Promise<DemandFacts> {
  const [d30, d90, d365] = [30, 90, 365].map((count) => since(days, count).day)
  const last = days[0]?.day ?? ''
  const used = sql`(select * from ${unitSale} where day >= ${d365} and grade <> 'none')`
  const price = sql`revenue / tires`
  const results = await batchOf<NamedRow>(db, [
    sql`select size as name, sum(asked) as asked, sum(missed) as missed from ${sizeDemand}
      where day >= ${d30} and day <= ${last} group by size`,
    sql`select l.size_slug as name, count(*) as waiting from ${stockAlertLine} l join ${stockAlert} a on a.line_id = l.id
      where l.size_slug <> '' group by l.size_slug`,
    sql`select name, sum(qty) as stock, sum(iif(grade = 'A', qty, 0)) as a, sum(iif(grade = 'B', qty, 0)) as b,
        sum(iif(grade = 'C', qty, 0)) as c, sum(iif(grade = 'none', qty, 0)) as none
      from (select ${product.sizeSlug} as name, ${GRADE} as grade, sum(${stock.qty}) as qty
        from ${product} join ${unit} on ${unit.productId} = ${product.id} join ${stock} on ${stock.stockSku} = ${product.stockSku}
        where ${IS_UNIT} and ${product.sizeSlug} is not null and ${unit.state} = 'live' and ${stock.qty} > 0
        group by ${product.sizeSlug}, grade) group by name`,
    sql`select size as name, sum(iif(day >= ${d30}, tires, 0)) as sold30, sum(tires) as sold90 from ${unitSale}
      where day >= ${d90} and size <> '' group by size`,
    medians(sql`size`, sql`days_listed`, sql`${unitSale} where day >= ${d365}`),
    medians(sql`size`, price, used),
    medians(sql`rim`, price, used),
    sql`select 'share' as name, sum(cost) * 1.0 / nullif(sum(revenue), 0) as share from ${used} where cost is not null`,
    sql`select size as name, count(*) as wanted from ${sizeWant}
      where at >= ${since(days, 30).from} and at < ${days[0]?.until ?? 0} group by size`,
  ])
  const rows = (at: number) => results[at]?.results ?? []
  const byName = <Value>(at: number, toValue: (row: NamedRow) => Value) =>
    new Map(rows(at).map((row) => [String(row.name), toValue(row)]))
  const prices = byName(5, ({ median }) => Math.round(Number(median)))
  const share = rows(7)[0]?.share
  return {
    asked: withWanted(
      byName(0, ({ asked, missed }) => ({ asked: Number(asked), missed: Number(missed) })),
      rows(8),
    ),
    waiting: byName(1, ({ waiting }) => Number(waiting)),
    stock: byName(
      2,
      ({ name: _, ...counts }) => counts as Pick<DemandRow, 'stock' | 'a' | 'b' | 'c' | 'none'>,
    ),
    sold: byName(3, ({ sold30, sold90 }) => ({ sold30: Number(sold30), sold90: Number(sold90) })),
    medians: new Map(
      rows(4).map(({ name, median }) => [
        name,
        { days: Math.round(Number(median)), price: prices.get(name) ?? null },
      ]),
    ),
    rims: new Map(rows(6).map(({ name, median }) => [Number(name), Math.round(Number(median))])),
    costShare: share == null ? null : Number(share),
    leastMargin,
  }
}

/** Adds the sizes that chats asked for, which are stored as labels. */
function withWanted(asked: DemandFacts['asked'], wanted: readonly NamedRow[]): DemandFacts['asked'] {
  const all = new Map(asked)
  for (const { name, wanted: count } of wanted) {
    const slug = sizeSlug(name)
    const before = all.get(slug) ?? { asked: 0, missed: 0 }
    all.set(slug, { ...before, asked: before.asked + Number(count) })
  }
  return all
}

/** Returns the statements that replace all rows of the reports. */
export function replaceRows(days: Days, demand: readonly DemandRow[], now: number): SQL[] {
  return [
    sql`delete from ${reportRow}`,
    ...inParts(demand, ROWS).map(
      (rows) => sql`insert into ${reportRow} (report, days, grouping, name, numbers)
        select 'demand', 0, '', value ->> 'size', value from json_each(${JSON.stringify(rows)})`,
    ),
    addStock(now),
    ...REPORT_PERIODS.flatMap((count) => {
      const { day, from } = since(days, count)
      return [addSales(count, day), addPrices(count, day), addReturns(count, from), addPeople(count, day)]
    }),
  ]
}

const groupings = (names: readonly string[]) => sql`json_each(${JSON.stringify(names)}) as grouping`

/** Units that are there, on sale or not, with the days since they came in. A tire of a set is counted with its set. */
const thereAt = (now: number) => sql`(
  select ${product.sizeSlug} as size, ${product.brand} as brand, ${GRADE} as grade, ${unit.lotId} as lot,
    coalesce(${stock.qty}, 0) + ${unit.offSale} as tires, ${product.finalPrice} * 1.0 / ${product.setqty} as price,
    ${unit.cost} * 1.0 / ${product.setqty} as cost, ${unit.suggested} * 1.0 / ${product.setqty} as suggested,
    cast((${now} - coalesce(${unit.takenAt}, ${product.createdAt})) / ${DAY_MS} as integer) as days_there
  from ${product} join ${unit} on ${unit.productId} = ${product.id} left join ${stock} on ${stock.stockSku} = ${product.stockSku}
  where ${IS_UNIT} and ${unit.state} in ${inList(PRESENT_STATES)} and coalesce(${stock.qty}, 0) + ${unit.offSale} > 0)`

function ageGroup(): SQL {
  const cases = AGE_GROUPS.map(({ name, until }) => sql`when days_there <= ${until} then ${name}`)
  return sql`case ${sql.join(cases, sql` `)} end`
}

/**
 * Groupings of the stock that are added up together. Many units have the same age, brand and grade, so their sums are few; few units
 * have the same size and lot.
 */
const STOCK_GROUPINGS = [['age', 'brand', 'grade'], ['size'], ['lot']]

/** What stock there is by each grouping, and how its prices compare with the suggested ones, in one read of all units. */
function addStock(now: number): SQL {
  const parts = STOCK_GROUPINGS.map((names) => {
    const columns = sql.raw(names.join(', '))
    const name = sql.raw(names.map((column) => `when '${column}' then coalesce(${column}, '')`).join(' '))
    return sql`select 'stock', 0, grouping.value as grouping, case grouping.value ${name} end as name,
        json_object('units', sum(units), 'tires', sum(tires), 'price', cast(round(sum(price)) as integer),
          'cost', cast(round(total(cost)) as integer), 'uncosted', sum(uncosted), 'old', sum(old))
      from (select ${columns}, count(*) as units, sum(tires) as tires, sum(tires * price) as price, sum(tires * cost) as cost,
          sum(iif(cost is null, tires, 0)) as uncosted, sum(iif(days_there > 90, tires, 0)) as old from there group by ${columns})
        cross join ${groupings(names)} group by grouping, name`
  })
  return sql`insert into ${reportRow} (report, days, grouping, name, numbers)
    with there as materialized (select *, ${ageGroup()} as age from ${thereAt(now)})
    ${sql.join(parts, sql` union all `)}
    union all select 'prices', 0, 'unsold', ${priceOutcome(sql`price`)} as name,
      json_object('tires', sum(tires), 'old', sum(iif(days_there > 90, tires, 0))) from there where suggested > 0 group by name`
}

/** Sales of the same days in stock are added up first: the median is then found among far fewer rows. */
function addSales(count: number, day: string): SQL {
  const isMiddle = (place: SQL) => sql`(upto - n < ${place} and upto >= ${place})`
  return sql`insert into ${reportRow} (report, days, grouping, name, numbers)
    with sold as (select grouping.value as grouping, case grouping.value when 'size' then size when 'brand' then brand
          when 'grade' then grade else coalesce(lot_id, '') end as name, days_listed, count(*) as n, sum(tires) as tires,
        sum(revenue) as revenue, sum(cost) as cost, sum(iif(cost is null, 0, revenue)) as costed_revenue,
        sum(iif(cost is null, 0, tires)) as costed
      from ${unitSale} cross join ${groupings(['size', 'brand', 'grade', 'lot'])} where day >= ${day} group by 1, 2, 3),
    placed as (select *, sum(n) over (partition by grouping, name order by days_listed) as upto,
      sum(n) over (partition by grouping, name) as total from sold)
    select 'sales', ${count}, grouping, name, json_object('tires', sum(tires), 'revenue', sum(revenue),
      'cost', coalesce(sum(cost), 0), 'costedRevenue', sum(costed_revenue), 'costed', sum(costed),
      'medianDays', cast(round(sum(days_listed * (${isMiddle(sql`(total + 1) / 2`)} + ${isMiddle(sql`(total + 2) / 2`)})) / 2.0) as integer))
    from placed group by grouping, name`
}

/** How far a price was from the suggested one; near is what a role may choose that changes prices a little. */
export const priceOutcome = (price: SQL) => sql`case
  when ${price} < suggested * ${1 - MAX_PRICE_CHANGE / 100} then 'below'
  when ${price} > suggested * ${1 + MAX_PRICE_CHANGE / 100} then 'above' else 'near' end`

function addPrices(count: number, day: string): SQL {
  const source = sql`${unitSale} where day >= ${day} and suggested > 0`
  return sql`insert into ${reportRow} (report, days, grouping, name, numbers)
    select 'prices', ${count}, 'outcome', s.name, json_object('tires', s.tires, 'revenue', s.revenue, 'suggested', s.suggested,
      'medianDays', cast(round(m.median) as integer))
    from (select ${priceOutcome(sql`revenue`)} as name, sum(tires) as tires, sum(revenue) as revenue, sum(suggested) as suggested
        from ${source} group by 1) s
      join (${medians(priceOutcome(sql`revenue`), sql`days_listed`, source)}) m on m.name = s.name`
}

function addReturns(count: number, from: number): SQL {
  return sql`insert into ${reportRow} (report, days, grouping, name, numbers)
    with back as materialized (
      select ${returnCase.id} as id, ${returnCase.reason} as reason, ${unit.takenBy} as inspector, ${unit.lotId} as lot,
        line.value ->> '$.pieces' as pieces, ${returnCase.amount} * 1.0 / json_array_length(${returnCase.lines}) as amount
      from ${returnCase} cross join json_each(${returnCase.lines}) as line
        join ${salesOrderLine} on ${salesOrderLine.orderId} = ${returnCase.orderId}
          and ${salesOrderLine.itemId} = line.value ->> '$.itemId'
        left join ${product} on ${product.stockSku} = ${salesOrderLine.stockSku} and ${IS_UNIT}
        left join ${unit} on ${unit.productId} = ${product.id}
      where ${returnCase.createdAt} >= ${from} and ${returnCase.state} not in ('canceled', 'expired'))
    select 'returns', ${count}, grouping.value, case grouping.value when 'reason' then reason
        when 'inspector' then coalesce(inspector, '') else coalesce(lot, '') end as name,
      json_object('cases', count(distinct back.id), 'tires', sum(pieces), 'amount', cast(round(sum(amount)) as integer))
    from back cross join ${groupings(['reason', 'inspector', 'lot'])} group by grouping.value, name`
}

function addPeople(count: number, day: string): SQL {
  return sql`insert into ${reportRow} (report, days, grouping, name, numbers)
    select 'people', ${count}, 'staff', staff_id, json_object('units', sum(units), 'minutes', sum(minutes),
      'inspected', sum(inspected), 'refused', sum(refused), 'disputed', sum(disputed))
    from ${workDay} where day >= ${day} group by staff_id`
}
