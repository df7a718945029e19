/** What the columns of each report show, and where their numbers lead (H14s). */
import { formatTireSize, parseTireSize } from '../../catalog/sizes/tire-size.ts'
import { optionSlug, staffOrderHref } from '../../paths.ts'
import { NO_FILTER, type UnitFilter, unitListHref } from '../unit-list/unit-filter.ts'
import { unitHref } from '../unit-list/unit-paths.ts'
import { PRESENT_STATES } from '../units/unit-state.ts'
import type { DemandRow } from './demand-rows.ts'
import { GROUPING_LABELS, type Grouping, reportHref, returnedHref, soldHref } from './report-paths.ts'
import type { ReportColumn } from './report-table.ts'

/** A row of a grouped report. */
export interface GroupRow {
  /** The slug, the id, the grade; empty for what belongs to none. */
  name: string
  label: string
  numbers: Readonly<Record<string, number | null>>
}

/** Formats the slug of a size as people write it. */
export function sizeLabel(slug: string): string {
  const size = parseTireSize(slug)
  return size ? formatTireSize(size) : slug || 'Without a size'
}

const units = (filter: Partial<UnitFilter>) => unitListHref({ ...NO_FILTER, ...filter })
const share = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : null)

const inStock = (size: string, grade: readonly ('A' | 'B' | 'C')[] = []) =>
  units({ size: [size], state: ['live'], grade })

export const DEMAND_COLUMNS: readonly ReportColumn<DemandRow>[] = [
  {
    title: 'Size',
    kind: 'text',
    value: ({ size }) => sizeLabel(size),
    href: ({ size }) => units({ size: [size] }),
  },
  { title: 'Buy up to', kind: 'money', value: ({ buyUpTo }) => buyUpTo, needsCost: true },
  { title: 'Asked', kind: 'count', value: ({ asked }) => asked, hasBar: true },
  {
    title: 'No result',
    kind: 'count',
    value: ({ missed }) => missed,
    href: ({ size }) => reportHref('searches', { days: 30, size }),
  },
  { title: 'Waiting', kind: 'count', value: ({ waiting }) => waiting },
  { title: 'In stock', kind: 'count', value: ({ stock }) => stock, href: ({ size }) => inStock(size) },
  { title: 'A', kind: 'count', value: ({ a }) => a, href: ({ size }) => inStock(size, ['A']) },
  { title: 'B', kind: 'count', value: ({ b }) => b, href: ({ size }) => inStock(size, ['B']) },
  { title: 'C', kind: 'count', value: ({ c }) => c, href: ({ size }) => inStock(size, ['C']) },
  { title: 'No grade', kind: 'count', value: ({ none }) => none },
  {
    title: 'Sold 30 days',
    kind: 'count',
    value: ({ sold30 }) => sold30,
    href: ({ size }) => soldHref({ by: 'size', name: size, days: 30 }),
  },
  {
    title: 'Sold 90 days',
    kind: 'count',
    value: ({ sold90 }) => sold90,
    href: ({ size }) => soldHref({ by: 'size', name: size, days: 90 }),
  },
  { title: 'Median days', kind: 'count', value: ({ medianDays }) => medianDays },
  { title: 'Median price', kind: 'money', value: ({ medianPrice }) => medianPrice },
  {
    title: 'Price of',
    kind: 'text',
    value: ({ medianPrice, isRimPrice }) =>
      medianPrice === null ? null : isRimPrice ? 'its rim' : 'this size',
  },
]

export interface MissRow {
  words: string
  filters: string
  typed: string
  count: number
}

/** `describe` puts the filters of a question into words, `hrefOf` leads to its list. */
export function missColumns({
  describe,
  hrefOf,
}: {
  describe(filters: string): string
  hrefOf(row: MissRow): string
}): readonly ReportColumn<MissRow>[] {
  return [
    {
      title: 'As the shop read it',
      kind: 'text',
      value: ({ words }) => words || 'Only filters',
      href: hrefOf,
    },
    { title: 'Filters', kind: 'text', value: ({ filters }) => describe(filters) || 'None' },
    { title: 'As shoppers typed it', kind: 'text', value: ({ typed }) => typed || null },
    { title: 'Times', kind: 'count', value: ({ count }) => count, hasBar: true },
  ]
}

/** The units of a group that are there. */
function groupUnits(by: Grouping, name: string): string | null {
  const state = PRESENT_STATES
  const [min = '', max = ''] = name.split('-')
  switch (by) {
    case 'size':
      return name && units({ state, size: [name] })
    case 'brand':
      return units({ state, brand: [optionSlug(name)] })
    case 'grade':
      return name === 'A' || name === 'B' || name === 'C' ? units({ state, grade: [name] }) : null
    case 'lot':
      return name && units({ state, lot: Number(name) })
    case 'age':
      return units({ state, listed: { min: Number(min), max: max ? Number(max) : null } })
    default:
      return null
  }
}

/** The columns of what is there; `by` is what its rows are about. */
export function stockColumns(by: Grouping): readonly ReportColumn<GroupRow>[] {
  return [
    { title: GROUPING_LABELS[by], kind: 'text', value: ({ label }) => label },
    {
      title: 'Units',
      kind: 'count',
      value: ({ numbers }) => numbers.units ?? 0,
      href: ({ name }) => groupUnits(by, name),
    },
    { title: 'Tires', kind: 'count', value: ({ numbers }) => numbers.tires ?? 0, hasBar: true },
    { title: 'Over 90 days', kind: 'count', value: ({ numbers }) => numbers.old ?? 0 },
    { title: 'At our prices', kind: 'money', value: ({ numbers }) => numbers.price ?? 0 },
    {
      ...{ title: 'Money tied up', kind: 'money', needsCost: true, hasBar: true },
      value: ({ numbers }) => numbers.cost ?? 0,
    },
    {
      ...{ title: 'Cost unknown', kind: 'count', needsCost: true },
      value: ({ numbers }) => numbers.uncosted ?? 0,
    },
  ]
}

/** The columns of sales; `inStock` has the tires of each group that are left. */
export function salesColumns(
  by: Grouping,
  days: number,
  inStock: ReadonlyMap<string, number>,
): readonly ReportColumn<GroupRow>[] {
  const margin = ({ numbers: { costedRevenue, cost } }: GroupRow) => (costedRevenue ?? 0) - (cost ?? 0)
  const isCosted = ({ numbers }: GroupRow) => (numbers.costed ?? 0) > 0
  return [
    { title: GROUPING_LABELS[by], kind: 'text', value: ({ label }) => label },
    {
      ...{ title: 'Sold', kind: 'count', hasBar: true },
      value: ({ numbers }) => numbers.tires ?? 0,
      href: ({ name }) => soldHref({ by, name, days }),
    },
    {
      title: 'In stock',
      kind: 'count',
      value: ({ name }) => inStock.get(name) ?? 0,
      href: ({ name }) => groupUnits(by, name),
    },
    {
      title: 'Sell-through',
      kind: 'percent',
      value: ({ name, numbers: { tires } }) => share(tires ?? 0, (tires ?? 0) + (inStock.get(name) ?? 0)),
    },
    { title: 'Revenue', kind: 'money', value: ({ numbers }) => numbers.revenue ?? 0 },
    {
      ...{ title: 'Margin', kind: 'money', needsCost: true },
      value: (row) => (isCosted(row) ? margin(row) : null),
    },
    {
      ...{ title: 'Margin %', kind: 'percent', needsCost: true },
      value: (row) => (isCosted(row) ? share(margin(row), row.numbers.costedRevenue ?? 0) : null),
    },
    {
      ...{ title: 'Cost unknown', kind: 'count', needsCost: true },
      value: ({ numbers: { tires, costed } }) => (tires ?? 0) - (costed ?? 0),
    },
    { title: 'Median days', kind: 'count', value: ({ numbers }) => numbers.medianDays ?? null },
  ]
}

/** The columns of what became of suggested prices; `unsold` has the tires with such prices that are still there. */
export function priceColumns(
  days: number,
  unsold: ReadonlyMap<string, GroupRow['numbers']>,
): readonly ReportColumn<GroupRow>[] {
  return [
    { title: 'Price', kind: 'text', value: ({ label }) => label },
    {
      ...{ title: 'Sold', kind: 'count', hasBar: true },
      value: ({ numbers }) => numbers.tires ?? 0,
      href: ({ name }) => soldHref({ by: 'outcome', name, days }),
    },
    { title: 'Median days', kind: 'count', value: ({ numbers }) => numbers.medianDays ?? null },
    { title: 'Sold for', kind: 'money', value: ({ numbers }) => numbers.revenue ?? 0 },
    { title: 'Suggested', kind: 'money', value: ({ numbers }) => numbers.suggested ?? 0 },
    {
      title: 'Of suggested',
      kind: 'percent',
      value: ({ numbers: { revenue, suggested } }) => share(revenue ?? 0, suggested ?? 0),
    },
    { title: 'Not sold', kind: 'count', value: ({ name }) => unsold.get(name)?.tires ?? 0 },
    { title: 'Over 90 days', kind: 'count', value: ({ name }) => unsold.get(name)?.old ?? 0 },
  ]
}

/** The columns of returns; `sold` has the tires of each group that were sold. */
export function returnColumns(
  by: Grouping,
  days: number,
  sold: ReadonlyMap<string, number> | null,
): readonly ReportColumn<GroupRow>[] {
  return [
    { title: GROUPING_LABELS[by], kind: 'text', value: ({ label }) => label },
    {
      ...{ title: 'Returns', kind: 'count', hasBar: true },
      value: ({ numbers }) => numbers.cases ?? 0,
      href: ({ name }) => returnedHref({ by, name, days }),
    },
    { title: 'Tires', kind: 'count', value: ({ numbers }) => numbers.tires ?? 0 },
    { title: 'Amount', kind: 'money', value: ({ numbers }) => numbers.amount ?? 0 },
    ...(sold
      ? ([
          {
            title: 'Of sold tires',
            kind: 'percent',
            value: ({ name, numbers }) => share(numbers.tires ?? 0, sold.get(name) ?? 0),
          },
        ] satisfies ReportColumn<GroupRow>[])
      : []),
  ]
}

/** The columns of what people did; names lead to the units that they took in. */
export function peopleColumns(days: number): readonly ReportColumn<GroupRow>[] {
  return [
    { title: 'Person', kind: 'text', value: ({ label }) => label },
    {
      ...{ title: 'Units taken in', kind: 'count', hasBar: true },
      value: ({ numbers }) => numbers.units ?? 0,
      href: ({ name }) => units({ by: Number(name), listed: { min: null, max: days } }),
    },
    { title: 'Hours', kind: 'decimal', value: ({ numbers }) => (numbers.minutes ?? 0) / 60 },
    {
      title: 'Units an hour',
      kind: 'decimal',
      value: ({ numbers: { units: count, minutes } }) => (minutes ? ((count ?? 0) * 60) / minutes : null),
    },
    { title: 'Second inspections', kind: 'count', value: ({ numbers }) => numbers.inspected ?? 0 },
    { title: 'Not passed', kind: 'count', value: ({ numbers }) => numbers.refused ?? 0 },
    { title: 'Own units not passed', kind: 'count', value: ({ numbers }) => numbers.disputed ?? 0 },
    {
      title: 'Of own units',
      kind: 'percent',
      value: ({ numbers: { disputed, units: count } }) => share(disputed ?? 0, count ?? 0),
    },
  ]
}

/** A sale that a number counts. */
export interface SoldRow {
  day: string
  sku: string
  label: string
  tires: number
  revenue: number
  cost: number | null
  daysListed: number
}

export const SOLD_COLUMNS: readonly ReportColumn<SoldRow>[] = [
  { title: 'Unit', kind: 'text', value: ({ sku }) => sku, href: ({ sku }) => unitHref(sku) },
  { title: 'Tire', kind: 'text', value: ({ label }) => label },
  { title: 'Day', kind: 'text', value: ({ day }) => day },
  { title: 'Tires', kind: 'count', value: ({ tires }) => tires },
  { title: 'Revenue', kind: 'money', value: ({ revenue }) => revenue },
  { title: 'Cost', kind: 'money', value: ({ cost }) => cost, needsCost: true },
  {
    ...{ title: 'Margin', kind: 'money', needsCost: true },
    value: ({ revenue, cost }) => (cost === null ? null : revenue - cost),
  },
  { title: 'Days listed', kind: 'count', value: ({ daysListed }) => daysListed },
]

/** A return that a number counts. */
export interface ReturnedRow {
  orderNumber: string
  number: number
  day: string
  reason: string
  state: string
  /** Cents. */
  amount: number
}

export const RETURNED_COLUMNS: readonly ReportColumn<ReturnedRow>[] = [
  {
    title: 'Return',
    kind: 'text',
    value: ({ orderNumber, number }) => `${orderNumber}-R${number}`,
    href: ({ orderNumber }) => staffOrderHref(orderNumber),
  },
  { title: 'Day', kind: 'text', value: ({ day }) => day },
  { title: 'Reason', kind: 'text', value: ({ reason }) => reason },
  { title: 'State', kind: 'text', value: ({ state }) => state },
  { title: 'Amount', kind: 'money', value: ({ amount }) => amount },
]
