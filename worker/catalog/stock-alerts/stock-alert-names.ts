/** Names of the brands and models of stock alerts, from the options of the catalog. */
import type { StockAlertNames } from '../../../schema/catalog/stock-alerts/stock-alert.ts'
import type { FilterOptions } from '../index/listing-engine.ts'

export function stockAlertNames({ labels }: Pick<FilterOptions, 'labels'>): StockAlertNames {
  return {
    brand: (slug) => labels.get('brand')?.get(slug)?.label ?? null,
    model: (slug) => labels.get('model')?.get(slug)?.label ?? null,
  }
}
