/** The products of the test fixture, listed in catalog.fixture.ts. */

import type { product } from '../../../../schema/catalog/product/product.table.ts'
import type { InspectionReport, Product, Tire } from '../../../../schema/catalog/product/product.ts'
import { sizeSlug } from '../../../../schema/catalog/sizes/tire-size.ts'
import { optionSlug } from '../../../../schema/paths.ts'

type Row = typeof product.$inferInsert

/** Creation time of the fixture; tests of special prices use it as their clock. */
export const FIXTURE_NOW = Date.UTC(2026, 8, 1)
export const FIXTURE_SPECIAL_ENDS = Date.UTC(2099, 0, 1)

const VELO: Tire = {
  brand: 'Halden',
  model: 'Velo Sport',
  size: '225/45R17',
  section: 225,
  aspect: 45,
  construction: 'R',
  rim: 17,
  season: 'Summer',
  condition: 'Used',
  subCondition: null,
  treadDepth: 7,
  treadNew: 10,
  runFlat: false,
  tireLoad: 94,
  tireSpeed: 'W',
  speedRated: 168,
  pattern: 'sport',
  dot: '2421',
}
const NEW: Partial<Tire> = { condition: 'New', subCondition: 'New', treadDepth: 10, dot: '1026' }
const LINEA: Tire = {
  ...VELO,
  brand: 'Corvane',
  model: 'Linea',
  size: '205/55R16',
  section: 205,
  aspect: 55,
  rim: 16,
  season: 'All seasons',
  tireLoad: 91,
  tireSpeed: 'V',
  speedRated: 149,
  pattern: 'touring',
}
const FROST: Tire = {
  ...VELO,
  ...NEW,
  brand: 'Norwind',
  model: 'Frost 3',
  size: '215/60R16',
  section: 215,
  aspect: 60,
  rim: 16,
  season: 'Winter',
  tireLoad: 99,
  tireSpeed: 'H',
  speedRated: 130,
  pattern: 'winter',
  treadDepth: 12,
  treadNew: 12,
}
const RIDGE: Tire = {
  ...LINEA,
  brand: 'Brakken',
  model: 'Ridge HT',
  size: '235/65R17',
  section: 235,
  aspect: 65,
  rim: 17,
  tireLoad: 108,
  tireSpeed: 'H',
  speedRated: 130,
  pattern: 'highway',
  treadDepth: 6.5,
  treadNew: 12,
}
const HAUL: Tire = {
  ...LINEA,
  brand: 'Brakken',
  model: 'Haul 19',
  size: '225/70R19.5',
  section: 225,
  aspect: 70,
  rim: 19.5,
  condition: 'Retread',
  tireLoad: 128,
  tireSpeed: 'N',
  speedRated: 87,
  pattern: 'highway',
  treadDepth: 15,
  treadNew: 15,
  dot: null,
}

const PASSPORT: InspectionReport = {
  grooves: [[7, 7.5, 7.5, 7]],
  repairs: 'None',
  sidewalls: 'No cuts, no bulges',
  beads: 'Clean, not torn',
  airTest: 'Held 35 psi for 24 hours',
  grade: 'A',
  firstInspection: { by: 'R. Ortiz', on: '2026-08-20' },
  secondInspection: { by: 'M. Dale', on: '2026-08-21' },
}

let nextId = 1000

function row(sku: string, price: number, tire: Tire | null, rest: Partial<Row> = {}): Row {
  nextId += 1
  const name = tire ? `${tire.brand} ${tire.model} ${tire.size} ${tire.tireLoad}${tire.tireSpeed}` : sku
  const setqty = rest.setqty ?? 1
  return {
    id: nextId,
    sku,
    type: 'simple',
    kind: 'SimpleProduct',
    name,
    urlKey: optionSlug(`${rest.name ?? name} ${sku}`),
    urlPath: optionSlug(`${rest.name ?? name} ${sku}`),
    status: 1,
    visibility: 4,
    taxClassId: 2,
    price,
    finalPrice: price,
    priceByTire: Math.ceil(price / setqty),
    setqty,
    sets: 'single',
    setsOffered: setqty,
    stockSku: sku,
    createdAt: FIXTURE_NOW - (nextId - 1000) * 3_600_000,
    updatedAt: FIXTURE_NOW,
    features: [],
    passport: tire?.condition === 'Used' ? PASSPORT : null,
    ...(tire && {
      ...tire,
      brandSlug: optionSlug(tire.brand),
      modelSlug: optionSlug(tire.model),
      sizeSlug: sizeSlug(tire.size),
      seasonSlug: optionSlug(tire.season),
      conditionSlug: optionSlug(tire.condition),
    }),
    ...rest,
  }
}

/** Returns a configurable product and its variants at the prices of one, two and four tires. */
function lot(sku: string, prices: readonly [number, number, number], tire: Tire): Row[] {
  const parent = row(sku, prices[0], tire, { type: 'configurable', setsOffered: 7 })
  const ways: [setqty: number, sets: Product['sets']][] = [
    [1, 'single'],
    [2, 'pairs'],
    [4, 'setOfFour'],
  ]
  const variants = ways.map(([setqty, sets], index) =>
    row(`${sku}-${setqty}`, prices[index] ?? 0, tire, {
      setqty,
      sets,
      visibility: 1,
      parentId: parent.id ?? null,
      parentSku: sku,
      stockSku: sku,
      urlKey: parent.urlKey,
      urlPath: parent.urlPath,
    }),
  )
  return [parent, ...variants]
}

export const FIXTURE_PRODUCTS: Row[] = [
  row('TL-1001', 6200, VELO),
  ...lot('TL-1002', [5800, 11_400, 22_400], { ...VELO, treadDepth: 6 }),
  row('TL-1003', 24_000, LINEA, { kind: 'SETSKU4', setqty: 4, sets: 'setOfFour' }),
  row('TL-1004', 4500, LINEA),
  row('TL-1005', 4400, LINEA, { status: 2 }),
  row('TL-1006', 7000, LINEA, {
    specialPrice: 5600,
    specialFrom: Date.UTC(2026, 0, 1),
    specialTo: FIXTURE_SPECIAL_ENDS,
    finalPrice: 5600,
    priceByTire: 5600,
  }),
  row('TL-1007', 12_000, RIDGE, { kind: 'SETTREAD2', setqty: 2, sets: 'pairs' }),
  ...lot('TL-2001', [12_800, 25_400, 50_400], { ...VELO, ...NEW }),
  ...lot('TL-2002', [9800, 19_400, 38_400], FROST),
  ...lot('TL-3001', [13_900, 27_600, 54_800], HAUL),
  ...lot('TL-4001', [10_400, 20_600, 40_800], { ...VELO, condition: 'Driven Once', treadDepth: 9.5 }),
  row('RH-1', 1400, null, { type: 'virtual', name: 'Road hazard plan' }),
  row('CG-1', 0, null, { type: 'downloadable', name: 'Tire care guide' }),
]

export const FIXTURE_STOCK: [stockSku: string, qty: number, manage: boolean][] = [
  ['TL-1001', 1, true],
  ['TL-1002', 4, true],
  ['TL-1003', 4, true],
  ['TL-1004', 0, true],
  ['TL-1005', 3, true],
  ['TL-1006', 1, true],
  ['TL-1007', 2, true],
  ['TL-2001', 40, true],
  ['TL-2002', 12, true],
  ['TL-3001', 8, true],
  ['TL-4001', 4, true],
  ['RH-1', 0, false],
  ['CG-1', 0, false],
]
