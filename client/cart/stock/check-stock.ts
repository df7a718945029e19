/** Checks the stock of the cart's lines when a page becomes visible. */
import { stockBatches, toLineStockAction } from '../../../schema/cart/stock/cart-stock-sync.ts'
import { callApi } from '../../platform/api/call-api.ts'
import type { CartStore } from '../sync/cart-ports.ts'

/** Marks lines that were sold out meanwhile; they stay in the cart. A failed call changes nothing. */
export async function checkStock(cart: Pick<CartStore, 'get' | 'markLine'>): Promise<void> {
  const skus = (cart.get().cart.view?.lines ?? []).map(({ sku }) => sku)
  for (const batch of stockBatches(skus)) {
    const outcome = await callApi<{ is_in_stock: boolean }[]>(
      `/api/stock/list?skus=${encodeURIComponent(batch.join(','))}`,
    )
    if (!outcome.ok) {
      console.warn('Stock sync failed', outcome.code)
      return
    }
    for (const [index, sku] of batch.entries()) {
      const stock = toLineStockAction(outcome.value[index]?.is_in_stock ?? true, true)
      if (stock !== 'remove' && stock.mark === 'error') cart.markLine(sku, stock.text)
    }
  }
}
