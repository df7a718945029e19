/** Alike used tires in a bin, for tests of sets. */
import { env } from 'cloudflare:workers'
import type { InspectionReport } from '../../../../schema/catalog/product/product.ts'
import { findOffersBySku } from '../../../catalog/product/product.sql.ts'
import { actor } from '../../changes/testing/yard.harness.ts'
import { createUnit } from '../../units/create-unit.ts'

interface TestTire {
  price?: number
  depths?: number[]
  dot?: string | null
  bin?: string | null
  cost?: number | null
  report?: Partial<InspectionReport>
  speed?: string
}

let numbers = 5000

/** Adds a tire like TL-1001 of the fixture and returns its sku. */
export async function addTire(more: TestTire = {}): Promise<string> {
  const [offer] = await findOffersBySku(env.DB, ['TL-1001'])
  if (!offer?.product.tire || !offer.product.passport) throw new Error('the fixture has no TL-1001')
  numbers += 1
  const sku = `TL-${numbers}`
  const { price = 60_00, depths = [7, 7.5, 7.5, 7], dot = '2421', bin = 'B-14', cost = 20_00, speed } = more
  const tire = {
    ...offer.product.tire,
    dot,
    treadDepth: Math.min(...depths),
    ...(speed && { tireSpeed: speed }),
  }
  const passport = { ...offer.product.passport, grooves: [depths], ...more.report }
  const result = await createUnit(
    env.DB,
    actor(11, 'yard'),
    {
      product: { ...offer.product, id: 0, sku, stockSku: sku, price, tire, passport },
      unit: { state: 'live', bin, cost, takenBy: 11, takenAt: 1 },
      tires: 1,
      photos: ['tread', 'dot'].map((slot) => ({
        image: `2026/${sku}-${slot}-0.jpg`,
        label: slot === 'dot' ? 'DOT code' : 'Tread',
      })),
      key: `tire ${sku}`,
    },
    1,
  )
  if (!result.ok) throw new Error(result.problem)
  return sku
}

/** Adds several alike tires. */
export async function addTires(count: number, more: TestTire = {}): Promise<string[]> {
  const skus: string[] = []
  while (skus.length < count) skus.push(await addTire(more))
  return skus
}
