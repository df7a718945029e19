/** Delivered orders whose tires came back and were received, for tests of what staff do with them. */
import { FIXTURE_NOW } from '../../../catalog/index/testing/catalog.fixture.ts'
import type { PlacementHarness } from '../../../checkout/placement/testing/order-placement.harness.ts'
import {
  newDeliveredOrder,
  type PlacedOrder,
  runAction,
} from '../../../orders/life/testing/order-lifecycle.harness.ts'
import { moveReturn, openReturn } from '../../../orders/returns/returns.ts'

/** What staff do with an order in these tests. */
export const BY_STAFF = { by: 'staff:3', now: FIXTURE_NOW }

let keys = 0

/** Returns a key that no other form of these tests has. */
export function nextKey(): string {
  keys += 1
  return `received-${keys}`
}

/** Returns an order of these quantities by sku, with a case of `pieces` of each of its lines that were received. */
export async function receivedTires(
  harness: PlacementHarness,
  quantities: Record<string, number>,
  pieces = 1,
): Promise<PlacedOrder> {
  const order = await newDeliveredOrder(harness, quantities)
  const { orderNumber } = order
  const asked = {
    ...{ once: `form-of-${nextKey()}`, reason: 'mind' as const, mounted: false, note: '' },
    ...{ outcome: 'refund' as const, way: 'label' as const },
    lines: Object.keys(quantities).map((_, index) => ({ itemId: index + 1, pieces })),
  }
  const at = { ...BY_STAFF, by: 'guest' }
  await runAction(harness, order, (shop) => openReturn(shop, orderNumber, asked, at))
  for (const to of ['approved', 'received'] as const)
    await runAction(harness, order, (shop) =>
      moveReturn(shop, { orderNumber, number: 1, to, text: '', ...BY_STAFF }),
    )
  return order
}
