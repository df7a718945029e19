/**
 * The parts of one unit of a line. A tire is a line of one part, a bundle has a part for each choice. Stock, tire
 * fees and tax are computed by part, without a special case for bundles.
 */
import type { Cents } from '../../platform/money.ts'
import type { Condition, Product } from './product.ts'

export interface LineComponent {
  sku: string
  /** Units of this product in one unit of the line. */
  qty: number
  /** Tires (or pieces) that one unit of this product uses from its stock pool. */
  setqty: number
  /** Price of one unit of this product. */
  unitPrice: Cents
  stockSku: string
  taxClassId: number
  /** Values that fees depend on; `null` unless the product is a tire. */
  tire: { condition: Condition; rim: number } | null
}

/** Converts a product to a part with this quantity and price. */
export function toComponent(
  product: Pick<Product, 'sku' | 'setqty' | 'stockSku' | 'taxClassId' | 'tire'>,
  { qty, unitPrice }: { qty: number; unitPrice: Cents },
): LineComponent {
  const { sku, setqty, stockSku, taxClassId, tire } = product
  return {
    sku,
    qty,
    setqty,
    unitPrice,
    stockSku,
    taxClassId,
    tire: tire ? { condition: tire.condition, rim: tire.rim } : null,
  }
}

/** Counts the tires in one unit of a line. */
export function tiresPerUnit({ parts }: { parts: readonly LineComponent[] }): number {
  return parts.reduce((sum, part) => sum + (part.tire ? part.qty * part.setqty : 0), 0)
}

type PoolPart = Pick<LineComponent, 'stockSku' | 'qty' | 'setqty'>

/** Returns the tires that one unit of a line needs from each pool. */
export function stockDemand({ parts }: { parts: readonly PoolPart[] }): Map<string, number> {
  const pools = new Map<string, number>()
  for (const { stockSku, qty, setqty } of parts) {
    pools.set(stockSku, (pools.get(stockSku) ?? 0) + qty * setqty)
  }
  return pools
}

/** Returns the tires that all lines together need from each pool. */
export function totalStockDemand(
  lines: readonly { qty: number; parts: readonly PoolPart[] }[],
): Map<string, number> {
  const pools = new Map<string, number>()
  for (const line of lines) {
    for (const [stockSku, tires] of stockDemand(line)) {
      pools.set(stockSku, (pools.get(stockSku) ?? 0) + tires * line.qty)
    }
  }
  return pools
}
