/**
 * A vehicle in the finder (B1), and its fitment: the tire size of each axle. A staggered vehicle has another size at
 * the rear.
 */
import * as v from 'valibot'

const LABEL = v.pipe(v.string(), v.minLength(1), v.maxLength(60))
/** The length is compared first, so that a long text is not read. */
const SLUG = v.pipe(
  v.string(),
  v.check((text) => text.length <= 60 && /^[a-z0-9][a-z0-9.-]*$/.test(text)),
)

/** A make, model or trim: label and slug. */
const CAR_STEP = v.object({ label: LABEL, slug: SLUG })
export type CarStep = v.InferOutput<typeof CAR_STEP>

/** Requirements of one axle: `225/45R17` and `225-45r17`; load and speed are `null` where unknown. */
const FITMENT_AXLE = v.object({
  size: LABEL,
  sizeSlug: SLUG,
  minLoad: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(300))),
  minSpeed: v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]\d?$/))),
})
export type FitmentAxle = v.InferOutput<typeof FITMENT_AXLE>

/** `rear` is `null` when all four wheels have the same size. */
const CAR_FITMENT = v.object({ front: FITMENT_AXLE, rear: v.nullable(FITMENT_AXLE) })
export type CarFitment = v.InferOutput<typeof CAR_FITMENT>

/** The shopper's vehicle: in the browser, and in a customer's garage (decision 293). */
export const SAVED_VEHICLE = v.object({
  year: v.pipe(v.number(), v.integer(), v.minValue(1900), v.maxValue(2100)),
  make: CAR_STEP,
  model: CAR_STEP,
  trim: CAR_STEP,
  fitment: CAR_FITMENT,
})
export type SavedVehicle = v.InferOutput<typeof SAVED_VEHICLE>

/** A fitment with the number of tires in stock for each axle, and the sets for both axles. */
const OFFERED_FITMENT = v.object({
  ...CAR_FITMENT.entries,
  count: v.number(),
  /** `null` when all four wheels have the same size. */
  rearCount: v.nullable(v.number()),
  sets: v.array(v.object({ name: v.string(), href: v.string() })),
})
export type OfferedFitment = v.InferOutput<typeof OFFERED_FITMENT>

const OFFERED_TRIM = v.object({ ...CAR_STEP.entries, fitments: v.array(OFFERED_FITMENT) })
export type OfferedTrim = v.InferOutput<typeof OFFERED_TRIM>

/** GET /api/ext/cars?year=&make=&model=: the options of each select; empty until the select before it has a value. */
export const CAR_VIEW = v.object({
  /** Newest first. */
  years: v.array(v.object({ decade: v.number(), years: v.array(v.number()) })),
  makes: v.array(CAR_STEP),
  models: v.array(CAR_STEP),
  trims: v.array(OFFERED_TRIM),
})
export type CarView = v.InferOutput<typeof CAR_VIEW>

/** A trim of a generation with one of its sizes. */
export interface FittedCar {
  chassisId: number
  optionId: number
  make: string
  makeSlug: string
  model: string
  modelSlug: string
  bodyType: string
  driveType: string | null
  yearFrom: number
  yearTo: number
  trim: string
  trimSlug: string
  size: string
  sizeSlug: string
  /** The size at the rear axle; `null` when all four wheels have the same size. */
  sizeRear: string | null
  sizeRearSlug: string | null
}

/** Joins model and trim; a trim that begins with the model's name stands for both: `IS 250`, not `IS IS 250`. */
export function modelAndTrim(model: string, trim: string): string {
  return `${trim} `.startsWith(`${model} `) ? trim : `${model} ${trim}`
}

/** Formats `2019 Honda Civic EX`. */
export function formatVehicle({ year, make, model, trim }: Omit<SavedVehicle, 'fitment'>): string {
  return `${year} ${make.label} ${modelAndTrim(model.label, trim.label)}`
}

/** Groups years: `[{decade: 2010, years: [2018, 2017, …]}]`, newest first. */
export function groupYearsByDecade(years: Iterable<number>): CarView['years'] {
  const decades = new Map<number, number[]>()
  for (const year of [...new Set(years)].sort((a, b) => b - a)) {
    const decade = Math.floor(year / 10) * 10
    decades.set(decade, [...(decades.get(decade) ?? []), year])
  }
  return [...decades].map(([decade, list]) => ({ decade, years: list }))
}
