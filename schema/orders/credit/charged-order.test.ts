import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Totals } from '../../cart/totals/totals.ts'
import type { OrderDraft, OrderLine } from '../order.ts'
import { purchaseUnit, walletCents } from '../purchase-unit.ts'
import { toChargedOrder } from './charged-order.ts'

test('[H14u] with store credit a provider is asked for the rest alone, in sums that add up', () => {
  const order = fc.record({
    price: fc.integer({ min: 100, max: 90_000 }),
    tax: fc.integer({ min: 0, max: 9000 }),
    share: fc.double({ min: 0, max: 0.999, noNaN: true }),
  })
  fc.assert(
    fc.property(order, ({ price, tax, share }) => {
      const grandTotal = price + tax
      const amount = Math.floor(grandTotal * share)
      const lines = [{ sku: 'TL-1', name: 'Tire', qty: 1, unitPrice: price }] as OrderLine[]
      const totals = {
        subtotal: price,
        discount: 0,
        shipping: 0,
        tax,
        fees: [],
        grandTotal,
      } as unknown as Totals
      const draft = { orderNumber: 'TL-1', lines, totals, credit: { account: 1, amount } } as OrderDraft
      const charged = toChargedOrder(draft)
      const unit = purchaseUnit({ ...charged, referenceId: 'x', address: null })
      const sum = unit.items.reduce((all, item) => all + (walletCents(item.unit_amount.value) ?? 0), 0)
      expect([sum, walletCents(unit.amount.value)]).toEqual([grandTotal - amount, grandTotal - amount])
    }),
  )
})
