/** Products beside single units: plans, the care guide, mounting kits, bundles and staggered sets. */
import * as v from 'valibot'
import { cartExtra } from '../../schema/cart/extras/cart-extra.table.ts'
import { productCategory } from '../../schema/catalog/landing/category.table.ts'
import { productRow } from '../../schema/catalog/new-product/product-row.ts'
import {
  bundleLink,
  bundleOption,
  customOption,
  downloadableLink,
  product,
  productLink,
} from '../../schema/catalog/product/product.table.ts'
import type { Product, ProductType } from '../../schema/catalog/product/product.ts'
import { GOODS_TAX_CLASS } from '../../schema/catalog/product/product.ts'
import { stock } from '../../schema/catalog/product/stock.table.ts'
import { optionSlug } from '../../schema/paths.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import { CAR_ROWS, FITMENT_ROWS } from '../base/cars.ts'
import { SERVICES_CATEGORY } from '../base/categories.ts'
import { CELL_NUMBER, readTable } from '../load/data-file.ts'
import { type Rows, rowsOf } from '../load/sql.ts'
import { GUIDE_KEY } from './care-guide.ts'
import { SEED_NOW, STOCKING_DAYS } from './clock.ts'
import type { Facets } from './facets.ts'
import type { Unit } from './unit.ts'

/** The first id of a unit; smaller ids belong to the extras. */
export const FIRST_UNIT_ID = 1001

interface Extra {
  product: Product
  /** Pieces in stock; null when stock is not counted. */
  pieces: number | null
}

/** Sizes with a bundle. */
const BUNDLED_SIZES = ['225/45R17', '205/55R16', '225/65R17']

function extra(
  draft: { id: number; type: ProductType; sku: string; name: string; price: number; features: string[] },
  pieces: number | null = null,
): Extra {
  return {
    pieces,
    product: {
      ...draft,
      parentSku: null,
      kind: 'SimpleProduct',
      slug: optionSlug(draft.name),
      status: 1,
      visibility: 4,
      taxClassId: GOODS_TAX_CLASS,
      specialPrice: null,
      specialFrom: null,
      specialTo: null,
      setqty: 1,
      sets: 'single',
      stockSku: draft.sku,
      createdAt: SEED_NOW - STOCKING_DAYS * DAY_MS,
      partNumber: null,
      priceGrade: null,
      tire: null,
      passport: null,
    },
  }
}

const FIXED: Extra[] = readTable(
  new URL('extras.csv', import.meta.url),
  v.object({
    id: CELL_NUMBER,
    type: v.picklist(['simple', 'virtual', 'downloadable']),
    sku: v.string(),
    name: v.string(),
    price: CELL_NUMBER,
    pieces: v.optional(CELL_NUMBER),
    features: v.pipe(
      v.string(),
      v.transform((text) => text.split(' | ')),
    ),
  }),
).map(({ pieces, ...draft }) => extra(draft, pieces))

/** Returns the rows of all extras; bundles and sets consist of units in `facets`. */
export function extraRows(facets: Facets): Rows[] {
  const bundles = BUNDLED_SIZES.flatMap((size, index) => bundleIn(size, index, facets))
  const grouped = staggeredSets(facets)
  const extras = [...FIXED, ...bundles.map((one) => one.extra), ...grouped.map((one) => one.extra)]
  return [
    rowsOf(
      product,
      extras.map((one) =>
        productRow(one.product, { parentId: null, setsOffered: 1, now: SEED_NOW, demo: true }),
      ),
    ),
    rowsOf(
      stock,
      extras.map(({ product: item, pieces }) => ({
        stockSku: item.stockSku,
        qty: pieces ?? 0,
        manage: pieces !== null,
        lowMark: 10,
        updatedAt: SEED_NOW,
      })),
    ),
    rowsOf(
      productCategory,
      extras.map((one, position) => ({ categoryId: SERVICES_CATEGORY, productId: one.product.id, position })),
    ),
    rowsOf(customOption, [
      {
        optionId: 1,
        productId: 4,
        title: 'Valve stems',
        kind: 'drop_down',
        required: true,
        values: [
          { optionTypeId: 1, title: 'Rubber', price: 0 },
          { optionTypeId: 2, title: 'Metal', price: 600 },
        ],
        position: 1,
      },
      {
        optionId: 2,
        productId: 6,
        title: 'Color',
        kind: 'drop_down',
        required: true,
        values: [
          { optionTypeId: 3, title: 'Black', price: 0 },
          { optionTypeId: 4, title: 'White', price: 200 },
        ],
        position: 1,
      },
      {
        optionId: 3,
        productId: 6,
        title: 'Name on the tags',
        kind: 'field',
        required: false,
        values: [],
        position: 2,
      },
    ]),
    rowsOf(cartExtra, [
      { sku: 'RH-1', kind: 'plan', tires: 1 },
      { sku: 'RH-4', kind: 'plan', tires: 4 },
      { sku: 'MT-1', kind: 'mounting', tires: 1 },
      // A kit with custom options is not offered: its page asks for them.
      { sku: 'MK-3', kind: 'kit', tires: 4 },
      { sku: 'MK-2', kind: 'kit', tires: 4, position: 1 },
      { sku: 'MK-1', kind: 'kit', tires: 4, position: 2 },
    ]),
    rowsOf(downloadableLink, [
      { id: 1, productId: 3, title: 'Tire care guide (PDF)', fileKey: GUIDE_KEY, downloads: 0 },
    ]),
    rowsOf(
      bundleOption,
      bundles.flatMap((one) => one.options),
    ),
    rowsOf(
      bundleLink,
      bundles.flatMap((one) => one.links),
    ),
    rowsOf(
      productLink,
      grouped.flatMap((one) => one.links),
    ),
  ]
}

/**
 * Returns a bundle of four tires of the shopper's choice with a mounting kit, at the price of its cheapest
 * tires. The kits have no custom options, because a part of a bundle cannot have them.
 */
function bundleIn(size: string, index: number, facets: Facets) {
  const units = [...(facets.fresh.get(size)?.values() ?? [])].slice(0, 4)
  // The cheapest first: it is the default, so that lists and the page show the same price.
  const fours = units
    .flatMap((unit) => unit.variants.filter((variant) => variant.setqty === 4))
    .sort((a, b) => a.price - b.price)
  const first = fours[0]
  if (!first) return []
  const id = 100 + index
  const [tires, kit] = [index * 2 + 1, index * 2 + 2]
  const cheapest = Math.min(...fours.map((four) => four.price)) + 2400
  return [
    {
      extra: extra({
        id,
        type: 'bundle',
        sku: `B4-${optionSlug(size).toUpperCase()}`,
        name: `Four new tires with mounting kit, ${size}`,
        price: cheapest,
        features: ['Choose the tire, choose the kit', 'One shipment, ready to mount'],
      }),
      options: [
        { optionId: tires, productId: id, title: 'Tires, set of four', required: true, position: 1 },
        { optionId: kit, productId: id, title: 'Mounting kit', required: true, position: 2 },
      ],
      links: [
        ...fours.map((four, position) => ({
          id: index * 10 + position + 1,
          optionId: tires,
          sku: four.sku,
          qty: 1,
          isDefault: position === 0,
          position,
        })),
        { id: index * 10 + 8, optionId: kit, sku: 'MK-3', qty: 1, isDefault: true, position: 0 },
        { id: index * 10 + 9, optionId: kit, sku: 'MK-2', qty: 1, isDefault: false, position: 1 },
      ],
    },
  ]
}

/** Returns two pairs of one model, front and rear, for each car with staggered sizes. */
function staggeredSets(facets: Facets) {
  return FITMENT_ROWS.flatMap((fitment) => {
    const car = CAR_ROWS.find((row) => row.id === fitment.carId)
    const pair = sameModel(facets, fitment.size, fitment.sizeRear ?? null)
    if (!car || !pair) return []
    const members = [pair.front, pair.rear].flatMap((unit) =>
      unit.variants.filter((variant) => variant.setqty === 2),
    )
    const price = members.reduce((sum, member) => sum + member.price, 0)
    const model = `${pair.front.product.tire?.brand} ${pair.front.product.tire?.model}`
    const id = 200 + (fitment.id ?? 0)
    const name = `${model}, ${fitment.size} front and ${fitment.sizeRear} rear`
    return [
      {
        extra: extra({
          id,
          type: 'grouped',
          sku: `G-${id}`,
          name,
          price,
          features: [`Fits ${car.make} ${car.model} ${fitment.trim}, ${car.yearFrom} to ${car.yearTo}`],
        }),
        links: members.map((member, position) => ({
          productId: id,
          linkType: 'associated' as const,
          linkedSku: member.sku,
          linkedType: member.type,
          qty: 1,
          position,
        })),
      },
    ]
  })
}

function sameModel(facets: Facets, front: string, rear: string | null): { front: Unit; rear: Unit } | null {
  const fronts = facets.fresh.get(front)
  const rears = rear === null ? undefined : facets.fresh.get(rear)
  if (!fronts || !rears) return null
  for (const [model, unit] of fronts) {
    const other = rears.get(model)
    if (other) return { front: unit, rear: other }
  }
  return null
}
