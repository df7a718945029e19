/**
 * Values of the size filter that match the tires of one axle: its size with at least its load and speed, as in
 * `fit-225-45r17-91-v`. A car with another size at the rear has two of them.
 */
import { parseTireSize } from '../sizes/tire-size.ts'
import type { CarFitment, FitmentAxle } from './vehicle.ts'

/** What an axle needs; `null` where it is unknown, which every tire of the size meets. */
export type AxleNeed = Pick<FitmentAxle, 'sizeSlug' | 'minLoad' | 'minSpeed'>

const UNKNOWN = 'any'
const VALUE = /^fit-([a-z0-9.-]+?)-(any|[1-9]\d{0,2})-(any|[a-z]\d?)$/

/** Returns the filter value for an axle. */
export function fitValue({ sizeSlug, minLoad, minSpeed }: AxleNeed): string {
  return `fit-${sizeSlug}-${minLoad ?? UNKNOWN}-${minSpeed?.toLowerCase() ?? UNKNOWN}`
}

/** Parses a filter value; `null` for another value, such as a size. */
export function parseFitValue(value: string): AxleNeed | null {
  const [, sizeSlug, load, speed] = VALUE.exec(value) ?? []
  // Only a real size, because lists show the value.
  if (!sizeSlug || !load || !speed || parseTireSize(sizeSlug) === null) return null
  return {
    sizeSlug,
    minLoad: load === UNKNOWN ? null : Number(load),
    minSpeed: speed === UNKNOWN ? null : speed.toUpperCase(),
  }
}

/** Returns the needs of a car's axles. */
export function axlesOf({ front, rear }: CarFitment): AxleNeed[] {
  return rear ? [front, rear] : [front]
}
