import { isShipped } from '../catalog/product/product.ts'
import type { Order, OrderLine } from './order.ts'

/** Returns the lines that are sent in parcels: no services and no files. */
export function shippedLines({ lines }: Pick<Order, 'lines'>): OrderLine[] {
  return lines.filter(({ type, service }) => isShipped(type) && !service)
}
