/** Finds the tire that a scan at the counter means, as a line at today's price (H14p). */
import { productFacts } from '../../../schema/cart/cart-format.ts'
import { resolveItem } from '../../../schema/cart/cart-item.ts'
import { productTitle } from '../../../schema/catalog/sizes/tire-text.ts'
import type { CounterLine } from '../../../schema/orders/counter/counter-draft.ts'
import { COUNTER_MESSAGES } from '../../../schema/staff/counter/counter-form.ts'
import { parseScan } from '../../../schema/staff/print/unit-link.ts'
import { findOfferWithParts } from '../../catalog/product/product-parts.sql.ts'
import { findProductByCode } from '../units/find-unit.sql.ts'

export type FoundLine = { ok: true; line: CounterLine } | { ok: false; message: string }

const refuse = (message: string): FoundLine => ({ ok: false, message })

/** Returns a line of one unit: of a label's tire its smallest unit that is sold, of a set's own number that set. */
export async function findCounterLine(db: D1Database, code: string, now: number): Promise<FoundLine> {
  const scan = parseScan(code)
  if (scan === null) return refuse(COUNTER_MESSAGES.code)
  if (scan.kind === 'bin') return refuse(COUNTER_MESSAGES.bin)
  const known = await findProductByCode(db, scan.sku)
  if (!known) return refuse(`Nothing has the number ${scan.sku.slice(0, 40)}. ${COUNTER_MESSAGES.code}`)
  const found = await findOfferWithParts(db, known.sku)
  if (!found) return refuse(COUNTER_MESSAGES.notForSale)
  const { product, variants } = found.offer
  const unit =
    variants.find(({ sku }) => sku === known.sku) ??
    (product.sku === known.sku ? variants[0] : null) ??
    product
  const resolved = resolveItem(found, { sku: unit.sku, parentSku: null, option: null }, now)
  if (!resolved.ok) {
    const isBundle = ['bundle', 'grouped'].includes(product.type)
    return refuse(isBundle ? COUNTER_MESSAGES.notSingle : COUNTER_MESSAGES.notForSale)
  }
  const texts = { title: productTitle(unit), facts: productFacts(unit) }
  return { ok: true, line: { ...resolved.item, itemId: 1, qty: 1, ...texts } }
}
