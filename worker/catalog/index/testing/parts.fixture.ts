/**
 * Products that consist of other products or have custom options; load them after catalog.fixture.ts.
 *
 * | sku | what |
 * |---|---|
 * | MK-1 | mounting kit, $24.00, 10 pieces |
 * | MK-2 | mounting kit with sensors, $96.00, 1 piece |
 * | SB-1 | storage bags, $18.00, 20 pieces; requires a color (white costs $2.00 more), optional name on tags
 * |
 * | B4 | bundle: set of four (TL-2001-4, default, or TL-2002-4), kit (MK-1, default, or two MK-2), optional
 * RH-1 |
 * | G2 | group of TL-2001-2 and TL-2002-2, one pair each |
 * | CG-1 | downloads: `guides/tire-care.pdf`, without limit, and a checklist, twice |
 */

import {
  bundleLink,
  bundleOption,
  customOption,
  downloadableLink,
  product,
  productLink,
} from '../../../../schema/catalog/product/product.table.ts'
import type { Product } from '../../../../schema/catalog/product/product.ts'
import { stock } from '../../../../schema/catalog/product/stock.table.ts'
import { connect } from '../../../platform/drizzle.sql.ts'
import { FIXTURE_NOW, FIXTURE_PRODUCTS } from './products.fixture.ts'

/** Ids of the bundle's options and links. */
export const B4 = {
  tires: 11,
  kit: 12,
  plan: 13,
  links: { new: 111, winter: 112, kit: 121, sensors: 122, plan: 131 },
}
/** Ids of the custom options of SB-1 and their values. */
export const SB1 = { color: 21, black: 1, white: 2, name: 22 }

function row(id: number, type: Product['type'], sku: string, name: string, price: number) {
  return {
    id,
    sku,
    type,
    name,
    price,
    kind: 'SimpleProduct' as const,
    urlKey: sku.toLowerCase(),
    urlPath: sku.toLowerCase(),
    status: 1,
    visibility: 4 as const,
    taxClassId: 2,
    finalPrice: price,
    priceByTire: price,
    setqty: 1,
    sets: 'single' as const,
    setsOffered: 1,
    stockSku: sku,
    createdAt: FIXTURE_NOW,
    updatedAt: FIXTURE_NOW,
    features: [],
  }
}

const PRODUCTS = [
  row(3001, 'simple', 'MK-1', 'Mounting kit', 2400),
  row(3002, 'simple', 'MK-2', 'Mounting kit with sensors', 9600),
  row(3003, 'simple', 'SB-1', 'Storage bags', 1800),
  row(3004, 'bundle', 'B4', 'Four tires with mounting kit', 40_800),
  row(3005, 'grouped', 'G2', 'Front and rear pairs', 44_800),
]

const STOCK: [stockSku: string, qty: number, manage: boolean][] = [
  ['MK-1', 10, true],
  ['MK-2', 1, true],
  ['SB-1', 20, true],
  ['B4', 0, false],
  ['G2', 0, false],
]

const GUIDE = FIXTURE_PRODUCTS.find(({ sku }) => sku === 'CG-1')?.id ?? 0

/** Adds these products to a database that contains the fixture, in one batch. */
export async function loadParts(db: D1Database): Promise<void> {
  const client = connect(db)
  const place = { productId: 3004, required: true }
  const link = { qty: 1, isDefault: false, position: 1 }
  await client.batch([
    client.insert(product).values(PRODUCTS.slice(0, 2)),
    client.insert(product).values(PRODUCTS.slice(2, 4)),
    client.insert(product).values(PRODUCTS.slice(4)),
    client.insert(stock).values(
      STOCK.map(([stockSku, qty, manage]) => ({
        stockSku,
        qty,
        manage,
        lowMark: 1,
        updatedAt: FIXTURE_NOW,
      })),
    ),
    client.insert(bundleOption).values([
      { ...place, optionId: B4.tires, title: 'Tires, set of four', position: 1 },
      { ...place, optionId: B4.kit, title: 'Mounting kit', position: 2 },
      { ...place, optionId: B4.plan, title: 'Road hazard plan', required: false, position: 3 },
    ]),
    client.insert(bundleLink).values([
      { ...link, id: B4.links.new, optionId: B4.tires, sku: 'TL-2001-4', isDefault: true },
      { ...link, id: B4.links.winter, optionId: B4.tires, sku: 'TL-2002-4', position: 2 },
      { ...link, id: B4.links.kit, optionId: B4.kit, sku: 'MK-1', isDefault: true },
      { ...link, id: B4.links.sensors, optionId: B4.kit, sku: 'MK-2', qty: 2, position: 2 },
      { ...link, id: B4.links.plan, optionId: B4.plan, sku: 'RH-1' },
    ]),
    client.insert(productLink).values(
      ['TL-2001-2', 'TL-2002-2'].map((linkedSku, position) => ({
        productId: 3005,
        linkType: 'associated' as const,
        linkedSku,
        linkedType: 'simple' as const,
        qty: 1,
        position,
      })),
    ),
    client.insert(customOption).values([
      {
        optionId: SB1.color,
        productId: 3003,
        title: 'Color',
        kind: 'drop_down',
        required: true,
        values: [
          { optionTypeId: SB1.black, title: 'Black', price: 0 },
          { optionTypeId: SB1.white, title: 'White', price: 200 },
        ],
        position: 1,
      },
      {
        optionId: SB1.name,
        productId: 3003,
        title: 'Name on the tags',
        kind: 'field',
        required: false,
        values: [],
        position: 2,
      },
    ]),
    client.insert(downloadableLink).values([
      {
        id: 1,
        productId: GUIDE,
        title: 'Tire care guide (PDF)',
        fileKey: 'guides/tire-care.pdf',
        downloads: 0,
      },
      { id: 2, productId: GUIDE, title: 'Checklist', fileKey: 'guides/checklist.pdf', downloads: 2 },
    ]),
  ])
}
