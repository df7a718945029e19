/** Taxes as demo configuration: one rule with the base rate of every state; resellers are exempt. */

import type { taxClass, taxRate, taxRule } from '../../schema/cart/totals/tax.table.ts'
import { GOODS_TAX_CLASS } from '../../schema/catalog/product/product.ts'
import type { customerGroup } from '../../schema/identity/sign-in/customer.table.ts'
import { GROUP_DEALER, GROUP_GENERAL } from '../../schema/identity/sign-in/customer.ts'
import { regionId, STATE_RATES } from './regions.ts'

/** Retail customers, and resellers, who are exempt. */
const RETAIL = 3
const RESELLER = 4

export const TAX_CLASS_ROWS: (typeof taxClass.$inferInsert)[] = [
  { id: GOODS_TAX_CLASS, name: 'Taxable Goods', kind: 'product' },
  { id: RETAIL, name: 'Retail Customer', kind: 'customer' },
  { id: RESELLER, name: 'Reseller', kind: 'customer' },
]

export const CUSTOMER_GROUP_ROWS: (typeof customerGroup.$inferInsert)[] = [
  { id: 0, code: 'NOT LOGGED IN', taxClassId: RETAIL },
  { id: GROUP_GENERAL, code: 'General', taxClassId: RETAIL },
  { id: GROUP_DEALER, code: 'Dealer', taxClassId: RESELLER },
]

export const TAX_RULE_ROWS: (typeof taxRule.$inferInsert)[] = [
  {
    id: 1,
    code: 'State sales tax (demo)',
    priority: 0,
    productTaxClassIds: [GOODS_TAX_CLASS],
    customerTaxClassIds: [RETAIL],
  },
]

export const TAX_RATE_ROWS: (typeof taxRate.$inferInsert)[] = Object.entries(STATE_RATES).map(
  ([state, rate], index) => ({
    id: index + 1,
    ruleId: 1,
    code: `US-${state}-*`,
    countryId: 'US',
    regionId: regionId(state),
    zipFrom: null,
    zipTo: null,
    rate,
    demo: true,
    source: 'State base rate by law as of July 2026, no local rates. Demo configuration, to be checked.',
  }),
)
