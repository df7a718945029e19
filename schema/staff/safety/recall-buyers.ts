/** Who bought the tires of a recall and gets an email about it (H14t). */
import { isInWeeks, type RecalledTire, weekOf } from './recall-record.ts'

interface Sale {
  orderId: number
  /** TINs of the line, with a space between them; empty without one. */
  tins: string
  email: string
  noticeAt: number | null
}

/** Returns the sales that a recall means: one whose TINs are all of other weeks isn't one of them. */
export function meantSales<Line extends Sale>(
  sold: readonly Line[],
  products: readonly RecalledTire[],
): Line[] {
  return sold.filter(({ tins }) => {
    const weeks = tins.split(' ').filter(Boolean).map(weekOf)
    return weeks.length === 0 || weeks.some((made) => products.some((tire) => isInWeeks(made, tire)))
  })
}

/** Returns the orders of these sales whose buyers have an address and got no email yet. */
export function ordersToMail(sales: readonly Sale[]): number[] {
  const unsent = sales.filter(({ noticeAt, email }) => noticeAt === null && email !== '')
  return [...new Set(unsent.map(({ orderId }) => orderId))]
}
