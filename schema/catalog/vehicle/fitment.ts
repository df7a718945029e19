/**
 * Checks whether a tire fits a vehicle (H9): it has the size of the axle, and neither its load index nor its speed
 * symbol is below the minimum of the axle.
 */

import * as v from 'valibot'
import { speedInMph } from '../sizes/speed-symbol.ts'
import { parseTireSize, type TireSize } from '../sizes/tire-size.ts'
import type { CarFitment, FitmentAxle } from './vehicle.ts'

/** The values of a tire that are compared; 0, `''` and `null` mean unknown. */
export const FITTING_TIRE = v.object({
  size: v.string(),
  tireLoad: v.nullable(v.number()),
  tireSpeed: v.nullable(v.string()),
})
export type FittingTire = v.InferOutput<typeof FITTING_TIRE>

/** Returns the values of a tire that are compared with a car. */
export function fittingTire({ size, tireLoad, tireSpeed }: FittingTire): FittingTire {
  return { size, tireLoad, tireSpeed }
}

export interface FitmentResult {
  /** `front` and `rear` only occur for vehicles with different axles. */
  fits: 'all' | 'front' | 'rear' | 'no'
  /** True when `fits` is `no` only because load or speed is unknown, so the tire may still fit. */
  unsure: boolean
  /** Messages that explain why the tire does not fit, or name the size of the other axle. */
  reasons: string[]
}

type AxleOutcome = 'fits' | 'unsure' | 'no' | 'other size'

/**
 * Checks whether two sizes have the same measures and standard. R and ZR are both radial; P-metric and Euro-metric
 * are one standard. Light truck, trailer, temporary and commercial sizes with the same numbers have other loads and
 * pressures.
 */
export function isSameSize(one: string, other: string): boolean {
  const [a, b] = [parseTireSize(one), parseTireSize(other)]
  if (!a || !b) return false
  const isRadial = (construction: string) => construction.endsWith('R')
  const standard = ({ type }: TireSize) => (type === 'P' ? undefined : type)
  return (
    a.width === b.width &&
    a.aspect === b.aspect &&
    a.rim === b.rim &&
    standard(a) === standard(b) &&
    (a.construction === b.construction || (isRadial(a.construction) && isRadial(b.construction)))
  )
}

function checkAxle({ front, rear }: CarFitment, axle: FitmentAxle, tire: FittingTire) {
  if (!isSameSize(axle.size, tire.size)) return { outcome: 'other size' as const, reasons: [] }
  const where = rear ? ` at the ${axle === front ? 'front' : 'rear'}` : ''
  const mismatches = [checkLoad(axle, tire, where), checkSpeed(axle, tire, where)].filter(
    (one) => one !== null,
  )
  const failures = mismatches.filter(({ outcome }) => outcome === 'no')
  const outcome: AxleOutcome = failures.length > 0 ? 'no' : mismatches.length > 0 ? 'unsure' : 'fits'
  return { outcome, reasons: (failures.length > 0 ? failures : mismatches).map(({ reason }) => reason) }
}

type Mismatch = { outcome: 'no' | 'unsure'; reason: string } | null

function checkLoad({ minLoad }: FitmentAxle, { tireLoad }: FittingTire, where: string): Mismatch {
  if (minLoad === null)
    return { outcome: 'unsure', reason: `We don’t know the load index your car needs${where}.` }
  if (tireLoad === null || !(tireLoad > 0))
    return {
      outcome: 'unsure',
      reason: `We don’t know this tire’s load index. Your car needs ${minLoad}${where}.`,
    }
  if (tireLoad >= minLoad) return null
  return {
    outcome: 'no',
    reason: `Load index ${tireLoad} is below the ${minLoad} your car needs${where}.`,
  }
}

function checkSpeed({ minSpeed }: FitmentAxle, { tireSpeed }: FittingTire, where: string): Mismatch {
  const [min, own] = [speedInMph(minSpeed ?? ''), speedInMph(tireSpeed ?? '')]
  if (min === null)
    return { outcome: 'unsure', reason: `We don’t know the speed symbol your car needs${where}.` }
  if (own === null)
    return {
      outcome: 'unsure',
      reason: `We don’t know this tire’s speed symbol. Your car needs ${minSpeed}${where}.`,
    }
  // Speeds are compared in miles per hour, not by letter: H is faster than U.
  if (own >= min) return null
  return {
    outcome: 'no',
    reason: `Speed symbol ${tireSpeed} is below the ${minSpeed} your car needs${where}.`,
  }
}

/** Checks whether and on which axle `tire` fits the vehicle, and returns the reasons as messages. */
export function checkFitment(fitment: CarFitment, tire: FittingTire): FitmentResult {
  const { front, rear } = fitment
  const atFront = checkAxle(fitment, front, tire)
  const atRear = rear ? checkAxle(fitment, rear, tire) : atFront
  const [fitsFront, fitsRear] = [atFront.outcome === 'fits', atRear.outcome === 'fits']
  if (fitsFront && fitsRear) return { fits: 'all', unsure: false, reasons: [] }
  if (rear && (fitsFront || fitsRear)) {
    const [other, checked, axle] = fitsFront ? [rear, atRear, 'rear'] : [front, atFront, 'front']
    return {
      fits: fitsFront ? 'front' : 'rear',
      unsure: false,
      reasons: checked.reasons.length > 0 ? checked.reasons : [`The ${axle} takes ${other.size}.`],
    }
  }
  const reasons = [...new Set([...atFront.reasons, ...atRear.reasons])]
  if (reasons.length === 0) return { fits: 'no', unsure: false, reasons: [formatSizeMismatch(fitment, tire)] }
  const unsure = [atFront, atRear].some(({ outcome }) => outcome === 'unsure')
  return { fits: 'no', unsure, reasons }
}

/** Formats the compared values of each axle that the tire fits; `null` when it fits no axle. */
export function formatFitmentComparison(
  { front, rear }: CarFitment,
  { fits }: FitmentResult,
  { size, tireLoad, tireSpeed }: FittingTire,
): string | null {
  const axles = [
    { name: 'front', axle: front },
    { name: 'rear', axle: rear },
  ].filter(({ name }) => fits === 'all' || fits === name)
  const texts = axles.map(({ name, axle }) => {
    const where = rear ? ` at the ${name}` : ''
    return (
      axle &&
      `${size} is your car's size${where}; load index ${tireLoad} and speed symbol ${tireSpeed} meet its ${axle.minLoad} and ${axle.minSpeed}.`
    )
  })
  return texts.filter(Boolean).join(' ') || null
}

function formatSizeMismatch({ front, rear }: CarFitment, { size }: FittingTire): string {
  const needed = rear ? `${front.size} at the front and ${rear.size} at the rear` : front.size
  return `This tire is ${size}. Your car needs ${needed}.`
}
