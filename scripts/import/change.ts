/** Changes one stored product by the rules of a row of a catalog file, and returns how to undo the change. */

import { type Cents, formatMoney } from '../../schema/platform/money.ts'
import { shopDay } from '../../schema/platform/shop-calendar.ts'
import { literal } from '../load/sql.ts'
import type { LoadableD1 } from '../load/target.ts'
import { NotReady } from '../not-ready.ts'
import { derivedPriceMessage, UNITS_SQL } from './derived-price.ts'
import type { Field, Fields } from './mapping.ts'
import { type KnownProduct, productReader } from './product.ts'
import { upsertStatements } from './upsert.ts'

const FIELDS = ['price', 'special_price', 'special_to_date', 'qty', 'status'] as const
type ChangedField = (typeof FIELDS)[number]

interface Current extends KnownProduct {
  name: string
  status: number
  special_to: number | null
  final_price: number
  setqty: number
  parent_sku: string | null
  stock_sku: string
  /** Null for a product whose stock is not counted. */
  tires: number | null
}

/** Changes a product by texts such as `price=89.99`. Throws `NotReady` for what it cannot be changed to. */
export async function changeProduct(
  db: LoadableD1,
  { sku, changes, now }: { sku: string; changes: readonly string[]; now: number },
): Promise<{ lines: string[]; remark: string | null; undo: string | null }> {
  const before = await read(db, sku)
  const changed = readChanges(changes)
  const { qty, ...fields } = changed
  if (changes.length === 0) return { lines: [describe(before)], remark: null, undo: null }
  if (qty !== undefined && before.parent_sku !== null)
    throw new NotReady(`${sku} is sold from the stock of ${before.parent_sku}: change that`)
  if (
    before.units &&
    Object.keys(fields).some((field) => field.includes('price') || field.includes('special'))
  )
    throw new NotReady(derivedPriceMessage(sku, before.units))
  if (qty !== undefined && before.tires === null) throw new NotReady(`Nobody counts the stock of ${sku}`)
  const result = productReader(now, () => before)({ sku, ...fields })
  if (!result.ok)
    throw new NotReady(
      result.problems
        .map(({ field, reason }) => `${field} ${reason}: "${changed[field as Field]}"`)
        .join('; '),
    )
  const statements = [
    ...(Object.keys(fields).length > 0 ? upsertStatements([result.value], { now, setStock: false }) : []),
    ...(qty === undefined ? [] : [stockStatement(before, qty, now)]),
  ]
  await db.run(statements).catch((error) => {
    if (String(error).includes('stock_not_below_zero'))
      throw new NotReady(`${sku} has fewer than that: ${describe(before)}`)
    throw error
  })
  const after = await read(db, sku)
  return {
    lines: [describe(before), describe(after)],
    remark: remarkOn(before.final_price, after.final_price),
    undo: undoOf(before, qty, fields),
  }
}

/** A price that changes more than this is probably a slip of the decimal point. */
const MAX_FACTOR = 10

function remarkOn(before: Cents, after: Cents): string | null {
  const times = (large: Cents, small: Cents) => Math.round(large / small).toLocaleString('en-US')
  if (after > before * MAX_FACTOR && before > 0)
    return `Is this right? The price is ${times(after, before)} times the price before`
  if (before > after * MAX_FACTOR && after > 0)
    return `Is this right? The price before was ${times(before, after)} times this price`
  return null
}

async function read(db: LoadableD1, sku: string): Promise<Current> {
  const [found] = await db.query<Current>(
    `SELECT p.sku, p.name, p.status, p.brand, p.model, p.condition, p.price, p.special_price, p.special_to, p.final_price, p.setqty, p.tread_depth, p.tread_new, p.dot, p.parent_sku, p.stock_sku, iif(s.manage AND p.type_id NOT IN ('bundle', 'grouped'), s.qty, NULL) AS tires, ${UNITS_SQL} AS units FROM product p LEFT JOIN stock s ON s.stock_sku = p.stock_sku WHERE p.sku = ${literal(sku)}`,
  )
  if (!found) throw new NotReady(`No product has the sku "${sku}"; upper and lower case differ`)
  return found
}

/** Parses changes such as `price=89.99`; a `qty` with a sign is a difference. */
function readChanges(changes: readonly string[]): Fields & { qty?: string } {
  const fields: Fields = {}
  for (const change of changes) {
    const at = change.indexOf('=')
    const field = FIELDS.find((one) => one === change.slice(0, at))
    if (!field)
      throw new NotReady(
        `"${change}" is not a change. Write a field and its new value, such as price=89.99; fields: ${FIELDS.join(', ')}`,
      )
    const value = change.slice(at + 1).trim()
    if (value === '') throw new NotReady(`${field} has no value`)
    if (field === 'qty' && !/^[+-]?\d{1,6}$/.test(value))
      throw new NotReady(`qty should be a whole number up to 999999, such as 4, +4 or -1, not "${value}"`)
    if (field in fields) throw new NotReady(`${field} is there twice`)
    fields[field] = value
  }
  return fields
}

function stockStatement({ stock_sku, setqty }: Current, qty: string, now: number): string {
  const tires = Number(qty) * setqty
  const sum = /^[+-]/.test(qty) ? `qty + (${tires})` : String(tires)
  // `updated_at` makes a repeated statement change the stock only once.
  return `UPDATE "stock" SET qty = ${sum}, updated_at = ${now} WHERE stock_sku = ${literal(stock_sku)} AND updated_at <> ${now}`
}

const dollars = (cents: Cents) => (cents / 100).toFixed(2)

function describe(product: Current): string {
  const { name, price, special_price, special_to, final_price, tires, setqty, status } = product
  const until = special_to === null ? '' : ` until ${shopDay(special_to)}`
  return [
    name,
    formatMoney(price),
    ...(special_price === null ? [] : [`special ${formatMoney(special_price)}${until}`]),
    `sold at ${formatMoney(final_price)}`,
    tires === null ? 'not counted' : `${Math.floor(tires / setqty)} in stock`,
    status === 1 ? 'enabled' : 'disabled',
  ].join(', ')
}

/** Returns the changed fields with their values from before. */
function undoOf(before: Current, qty: string | undefined, fields: Fields): string {
  const { price, special_price, special_to, tires, setqty, status } = before
  const was: Readonly<Record<ChangedField, string>> = {
    price: dollars(price),
    special_price: special_price === null ? 'none' : dollars(special_price),
    special_to_date: special_to === null ? 'none' : shopDay(special_to),
    // The opposite difference, so that tires sold meanwhile stay sold.
    qty: qty?.startsWith('-')
      ? `+${qty.slice(1)}`
      : qty?.startsWith('+')
        ? `-${qty.slice(1)}`
        : String(Math.floor((tires ?? 0) / setqty)),
    status: status === 1 ? 'enabled' : 'disabled',
  }
  const changed = FIELDS.filter((field) => field in fields || (field === 'qty' && qty !== undefined))
  return changed.map((field) => `${field}=${was[field]}`).join(' ')
}
