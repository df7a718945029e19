/** GET and POST /api/ext/garage: the cars of a customer (H13a). */
import * as v from 'valibot'
import { parseTireSize } from '../../catalog/sizes/tire-size.ts'
import { SAVED_VEHICLE } from '../../catalog/vehicle/vehicle.ts'

/** The most cars of a customer. */
export const GARAGE_MAX = 10

/** A car of the browser that is added, unless the garage has it; its sizes become links. */
export const GARAGE_ADDITION = v.object({
  car: v.pipe(
    SAVED_VEHICLE,
    v.check(({ fitment: { front, rear } }) =>
      [front, rear ?? front].every(({ size }) => parseTireSize(size) !== null),
    ),
  ),
})

export const GARAGE = v.object({
  /** Newest first. */
  cars: v.array(SAVED_VEHICLE),
})
export type Garage = v.InferOutput<typeof GARAGE>

const GARAGE_CAR_VIEW = v.object({
  id: v.number(),
  /** The plate or name; empty without one. */
  name: v.string(),
  car: SAVED_VEHICLE,
  /** `2019 Honda Civic LX`. */
  title: v.string(),
  /** The page of the car. */
  href: v.string(),
  /** `All four`, or `Front` and `Rear`, each with its size and the list of its tires. */
  sizes: v.array(v.object({ axle: v.string(), size: v.string(), href: v.string() })),
  /** The last tires that the customer bought in a size of the car; `null` without any. */
  lastTires: v.nullable(
    v.object({
      /** `Corvane Solano 225/45R17 94W, used`. */
      title: v.string(),
      /** `Nov 22, 2026`. */
      bought: v.string(),
      orderNumber: v.string(),
    }),
  ),
})
export type GarageCarView = v.InferOutput<typeof GARAGE_CAR_VIEW>

/** The cars of the page, without its notice. */
export const GARAGE_CARS = v.object({ cars: v.array(GARAGE_CAR_VIEW), isFull: v.boolean() })
