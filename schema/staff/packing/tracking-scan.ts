/** Carriers by the shape of their tracking numbers (H14o), so that a scan of the label needs no choice. */
import { trackingNumber } from '../../orders/life/order-lifecycle.ts'

const SHAPES: readonly (readonly [carrier: string, shape: RegExp])[] = [
  ['UPS', /^1Z[A-Z0-9]{16}$/],
  ['USPS', /^(9\d{19}|9\d{21}|[A-Z]{2}\d{9}US)$/],
  ['FedEx', /^(\d{12}|\d{15}|\d{20})$/],
]
/** USPS labels begin with 420 and the ZIP Code, FedEx Ground labels with 96; the number is what follows. */
const PREFIXES: readonly RegExp[] = [/^420\d{5}(\d{4})?(?=9\d{19,21}$)/, /^96\d{20}(?=\d{12}$)/]

/** Reads a scanned carrier's label; `null` for another text, such as the number of a tire. */
export function readTracking(typed: string): { carrier: string; trackingNumber: string } | null {
  const number = trackingNumber(typed)
  if (number === null) return null
  const bare = PREFIXES.reduce((text, prefix) => text.replace(prefix, ''), number)
  const carrier = SHAPES.find(([, shape]) => shape.test(bare))?.[0]
  return carrier ? { carrier, trackingNumber: bare } : null
}
