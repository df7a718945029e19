/** Stock of the cart's lines, looked at again when a page comes back into sight. */
import { stockBatches, toLineStockAction } from '../../../schema/cart/stock/cart-stock-sync.ts'
import { callApi } from '../../platform/api/call-api.ts'
import type { CartStore } from '../sync/cart-ports.ts'

/** Marks what was sold meanwhile; it stays in the cart. An answer that does not come changes nothing. */
export async function checkStock(cart: Pick<CartStore, 'get' | 'markLine'>): Promise<void> {
  const skus = (cart.get().cart.view?.lines ?? []).map(({ sku }) => sku)
  for (const lot of stockBatches(skus)) {
    const answer = await callApi<{ is_in_stock: boolean }[]>(
      `/api/stock/list?skus=${encodeURIComponent(lot.join(','))}`,
    )
    if (!answer.ok) {
      console.warn('Stock sync failed', answer.code)
      return
    }
    for (const [place, sku] of lot.entries()) {
      const stock = toLineStockAction(answer.value[place]?.is_in_stock ?? true, true)
      if (stock !== 'remove' && stock.mark === 'error') cart.markLine(sku, stock.text)
    }
  }
}
