/** The search of registrations (H14t): one box for a TIN, a buyer or the number of an order. */
import { parseDotCode } from '../../../../schema/catalog/sizes/dot-code.ts'
import { parseOrderSearch } from '../../../../schema/staff/orders/order-search.ts'
import { findTinBuyers, findTins, type SoldTin } from './tin-search.sql.ts'

/** The beginning of a TIN with plant and type; shorter ones would be found in nearly all of them. */
const TIN_START = /^(?=.*\d)[0-9A-HJ-NPRT-Y]{3,13}$/

/** Returns the sold tires that a typed text means: a whole TIN alone, everything else also as a buyer. */
export async function searchTins(db: D1Database, typed: string): Promise<SoldTin[]> {
  const search = parseOrderSearch(typed)
  if (search === null) return []
  const code = parseDotCode(typed)
  const whole = typeof code === 'string' ? null : code.tin
  const start = whole ?? typed.toUpperCase().replace(/[\s-]/g, '').replace(/^DOT/, '')
  const byTin = TIN_START.test(start) ? await findTinBuyers(db, start) : []
  return whole !== null && byTin.length > 0 ? byTin : [...byTin, ...(await findTins(db, search))]
}
