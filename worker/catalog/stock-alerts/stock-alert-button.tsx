/** The button that starts a stock alert with one press, on lists and on sold products. */
import { Button } from '../../../client/platform/ui/button.tsx'
import type { ListingQuery } from '../../../schema/catalog/listing/listing.ts'
import {
  formatStockAlert,
  STOCK_ALERT_PROMISE,
  type StockAlertConditions,
  stockAlertFields,
  stockAlertOfList,
} from '../../../schema/catalog/stock-alerts/stock-alert.ts'
import { STOCK_ALERT_PATHS } from '../../../schema/catalog/stock-alerts/stock-alert-paths.ts'
import type { FilterOptions } from '../index/listing-engine.ts'
import { stockAlertNames } from './stock-alert-names.ts'

/** Renders what the alert is for, and a form of hidden fields and one button. The server asks for an unknown address. */
export function StockAlertButton({ conditions, label }: { conditions: StockAlertConditions; label: string }) {
  return (
    <form className="stock-alert" method="post" action={STOCK_ALERT_PATHS.form}>
      {stockAlertFields(conditions).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p>
        Want {label}? {STOCK_ALERT_PROMISE}.
      </p>
      <Button type="submit">Email me</Button>
    </form>
  )
}

/** Renders the button for a list; nothing for a list that is neither of one size nor of one model. */
export function ListStockAlert({ query, options }: { query: ListingQuery; options: FilterOptions }) {
  const conditions = stockAlertOfList(query)
  if (!conditions) return null
  const names = stockAlertNames(options)
  return <StockAlertButton conditions={conditions} label={formatStockAlert(conditions, names)} />
}
