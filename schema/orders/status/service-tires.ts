/** How many tires a service of an order is for, such as mounting. */
import * as v from 'valibot'
import { tiresPerUnit } from '../../catalog/product/line-component.ts'
import type { Order } from '../order.ts'

/** The tires of a line of a service; `null` for another line. */
export const SERVICE_TIRES = v.nullable(v.object({ tires: v.number() }))

type Line = Pick<Order['lines'][number], 'service' | 'qty' | 'parts'>

/** Returns the tires of a line of a service: all tires of the order. `null` for another line, and where several lines share the tires. */
export function serviceTires(line: Line, lines: readonly Line[]): v.InferOutput<typeof SERVICE_TIRES> {
  if (!line.service || lines.filter(({ service }) => service === line.service).length > 1) return null
  return { tires: lines.reduce((sum, { qty, parts }) => sum + qty * tiresPerUnit({ parts }), 0) }
}
