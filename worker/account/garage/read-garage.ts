/** The page of a customer's cars, each with the last tires that were bought for it. */
import { GARAGE_MAX, type GarageCarView } from '../../../schema/account/garage/garage.api.ts'
import { sizeHref } from '../../../schema/catalog/sizes/tire-size.ts'
import { checkFitment } from '../../../schema/catalog/vehicle/fitment.ts'
import { formatVehicle, type SavedVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import type { Order } from '../../../schema/orders/order.ts'
import { formatOrderDate } from '../../../schema/orders/status/order-format.ts'
import { vehicleHref } from '../../../schema/paths.ts'
import { findProducts } from '../../catalog/product/product.sql.ts'
import { readOrdersOfCustomer } from '../../orders/order.sql.ts'
import { findGarage } from './garage.sql.ts'

/** Orders in which the last tires of a car are looked for, newest first. */
const ORDERS = 20

type Products = Awaited<ReturnType<typeof findProducts>>

export async function readGaragePage(
  db: D1Database,
  customerId: number,
): Promise<{ cars: GarageCarView[]; isFull: boolean }> {
  const [cars, { orders }] = await Promise.all([
    findGarage(db, customerId),
    readOrdersOfCustomer(db, customerId, { limit: ORDERS, offset: 0 }),
  ])
  const skus = orders.flatMap(({ lines }) =>
    lines.flatMap(({ sku, parts }) => [sku, ...parts.map((part) => part.sku)]),
  )
  const products = cars.length > 0 ? await findProducts(db, [...new Set(skus)]) : new Map()
  return {
    cars: cars.map(({ car, ...one }) => ({
      ...one,
      car,
      title: formatVehicle(car),
      href: vehicleHref(car),
      sizes: carSizes(car),
      lastTires: findLastTires(car, orders, products),
    })),
    isFull: cars.length >= GARAGE_MAX,
  }
}

function carSizes({ fitment: { front, rear } }: SavedVehicle): GarageCarView['sizes'] {
  const toSize = (axle: string, { size }: typeof front) => ({ axle, size, href: sizeHref(size) })
  return rear ? [toSize('Front', front), toSize('Rear', rear)] : [toSize('All four', front)]
}

/** Returns the newest line with a tire that fits the car on one axle at least. */
function findLastTires(
  car: SavedVehicle,
  orders: readonly Order[],
  products: Products,
): GarageCarView['lastTires'] {
  for (const { lines, orderNumber, placedAt, status } of orders) {
    if (status === 'canceled' || status === 'refunded') continue
    const line = lines.find(({ sku, parts }) =>
      [sku, ...parts.map((part) => part.sku)].some((one) => {
        const tire = products.get(one)?.tire
        return tire && checkFitment(car.fitment, tire).fits !== 'no'
      }),
    )
    if (line)
      return {
        title: [line.title, line.facts].filter(Boolean).join(' '),
        bought: formatOrderDate(placedAt),
        orderNumber,
      }
  }
  return null
}
