/** Generates the listed units of the demo shop, each with its variants and its stock pool. */
import {
  GOODS_TAX_CLASS,
  type Product,
  type ProductKind,
  SETS_OF,
} from '../../schema/catalog/product/product.ts'
import { sizeAndIndex } from '../../schema/catalog/sizes/tire-text.ts'
import { optionSlug } from '../../schema/paths.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import { FEATURES } from './brands.ts'
import { SEED_NOW, STOCKING_DAYS } from './clock.ts'
import { extraFactsOf } from './extra-facts.ts'
import { makeInspectionReport } from './inspection-report.ts'
import { priceOf, setPrice } from './price.ts'
import { createRandom, hash, type Random } from './prng.ts'
import { makeTire, type SeedTire } from './tire.ts'

export interface Unit {
  product: Product
  /** By `setqty`; empty unless the product is configurable. Their ids follow the product's id. */
  variants: Product[]
  /** Tires in the pool. */
  stock: number
}

/** How a unit is sold. */
interface Form {
  kind: ProductKind
  setqty: 1 | 2 | 4
  /** Tires in the pool; more than one set only for lots. */
  pool: number
  lot: boolean
}

type FormName = 'single' | 'lot' | 'SETSKU2' | 'SETSKU4' | 'SETTREAD2' | 'SETTREAD4'
const USED_FORMS: readonly (readonly [FormName, number])[] = [
  ['single', 52],
  ['lot', 24],
  ['SETSKU2', 8],
  ['SETSKU4', 6],
  ['SETTREAD2', 6],
  ['SETTREAD4', 4],
]
const ONCE_FORMS: readonly (readonly [FormName, number])[] = [
  ['lot', 60],
  ['SETSKU4', 30],
  ['SETSKU2', 10],
]

/** Generates unit `index` of `size`, oldest first. The same seed gives the same tire for every size. */
export function makeUnit(seed: number, index: number, size: number, firstId: number): Unit {
  const random = createRandom(seed, index)
  const share = (index + random.next()) / size
  const at = Math.floor(SEED_NOW - STOCKING_DAYS * DAY_MS * (1 - share))
  const made = makeTire(random, at)
  const form = formFor(random, made)
  // Numbers grow with time and leave gaps, like those that people assign.
  const sku = `TL-${10_000 + index * 2 + (hash(`${seed}:${index}`) & 1)}`
  const single = priceOf(made, random)
  const name = `${made.tire.brand} ${made.tire.model} ${sizeAndIndex(made.tire)}`
  const inspected = made.tire.condition === 'Used'
  const spread = form.kind.startsWith('SETTREAD')
  const product: Product = {
    id: firstId,
    sku,
    parentSku: null,
    type: form.lot ? 'configurable' : 'simple',
    kind: form.kind,
    name,
    slug: optionSlug(name),
    status: 1,
    visibility: 4,
    taxClassId: GOODS_TAX_CLASS,
    price: setPrice(single, form.setqty),
    specialPrice: null,
    specialFrom: null,
    specialTo: null,
    setqty: form.setqty,
    sets: SETS_OF[form.setqty],
    stockSku: sku,
    createdAt: at,
    partNumber: made.tire.condition === 'New' ? partNumber(made) : null,
    priceGrade: null,
    features: featuresOf(made, random),
    extra: extraFactsOf(made),
    tire: made.tire,
    passport: inspected ? makeInspectionReport(made, random, { tires: form.pool, spread, at }) : null,
  }
  product.priceGrade = `${made.tier.charAt(0).toUpperCase()}${product.passport?.grade ?? 'N'}`
  if (random.hit(0.03)) reduce(product, random)
  return { product, variants: form.lot ? variantsOf(product, form.pool) : [], stock: form.pool }
}

function formFor(random: Random, { tire }: SeedTire): Form {
  const lot = (pool: number): Form => ({ kind: 'SimpleProduct', setqty: 1, pool, lot: true })
  if (tire.condition === 'New') return lot(random.whole(4, 60))
  if (tire.condition === 'Retread') return lot(random.whole(4, 24))
  const name = random.weighted(tire.condition === 'Used' ? USED_FORMS : ONCE_FORMS)
  if (name === 'lot') return lot(random.whole(2, 6))
  if (name === 'single') return { kind: 'SimpleProduct', setqty: 1, pool: 1, lot: false }
  const setqty = name.endsWith('2') ? 2 : 4
  return { kind: name, setqty, pool: setqty, lot: false }
}

/** Returns variants of one, two and four tires, as far as the pool suffices. */
function variantsOf(parent: Product, pool: number): Product[] {
  const setqtys = ([1, 2, 4] as const).filter((setqty) => setqty <= pool)
  return setqtys.map((setqty, index) => ({
    ...parent,
    id: parent.id + 1 + index,
    sku: `${parent.sku}-${setqty}`,
    parentSku: parent.sku,
    type: 'simple',
    visibility: 1,
    // The report belongs to the lot alone.
    passport: null,
    setqty,
    sets: SETS_OF[setqty],
    price: setPrice(parent.price, setqty),
    specialPrice: parent.specialPrice === null ? null : setPrice(parent.specialPrice, setqty),
  }))
}

/** Sets a special price with an end date, 10 to 20 % off, in whole dollars. */
function reduce(product: Product, random: Random): void {
  const special = Math.floor((product.price * (1 - random.whole(10, 20) / 100)) / 100) * 100
  product.specialPrice = special
  product.specialFrom = product.createdAt
  product.specialTo = Date.UTC(2027, random.whole(0, 11), 15, 5, 59, 59)
}

function partNumber({ tire }: SeedTire): string {
  const digits = String(hash(`${tire.model}${tire.size}${tire.tireLoad}${tire.tireSpeed}`) % 100_000)
  return `${tire.brand.slice(0, 3).toUpperCase()}${digits.padStart(5, '0')}`
}

function featuresOf({ tire }: SeedTire, random: Random): string[] {
  const known = FEATURES[tire.pattern]
  const skipped = random.whole(0, known.length - 1)
  const features = known.filter((_, index) => index !== skipped)
  return tire.runFlat ? [...features, 'Runs 50 miles without air at 50 mph'] : features
}
