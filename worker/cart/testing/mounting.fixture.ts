/** Mounting at a store for $25.00 per tire: its product and the store; load it after catalog.fixture.ts. */
import { cartExtra } from '../../../schema/cart/extras/cart-extra.table.ts'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { FIXTURE_NOW } from '../../catalog/index/testing/products.fixture.ts'
import { connect } from '../../platform/drizzle.sql.ts'

const SKU = 'MT-1'

/** Adds these rows to a database that contains the fixture. */
export async function loadMounting(db: D1Database): Promise<void> {
  const client = connect(db)
  await client.batch([
    client.insert(product).values({
      ...{
        id: 3009,
        sku: SKU,
        stockSku: SKU,
        type: 'virtual',
        kind: 'SimpleProduct',
        visibility: 4,
        status: 1,
      },
      ...{ name: 'Mounting at our store', urlKey: 'mounting', urlPath: 'mounting', features: [] },
      ...{ price: 2_500, finalPrice: 2_500, priceByTire: 2_500, taxClassId: 2 },
      ...{ setqty: 1, sets: 'single', setsOffered: 1, createdAt: FIXTURE_NOW, updatedAt: FIXTURE_NOW },
    }),
    client.insert(stock).values({ stockSku: SKU, qty: 0, manage: false, lowMark: 1, updatedAt: FIXTURE_NOW }),
    client.insert(cartExtra).values({ sku: SKU, kind: 'mounting', tires: 1 }),
  ])
  const store = {
    path: '/west-grand/',
    name: 'West Grand',
    street: '2720 West Grand Avenue',
    city: 'Chicago',
  }
  const rows = Object.entries({ ...store, hours: 'Mon to Fri 8 a.m. to 6 p.m., Sun closed' })
  await db.batch(
    rows.map(([key, value]) =>
      db.prepare('INSERT OR REPLACE INTO config (path, value) VALUES (?, ?)').bind(`stores/1/${key}`, value),
    ),
  )
}
