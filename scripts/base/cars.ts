/**
 * About forty common cars, by generation and trim, with the sizes that the factory mounted; six have another
 * size at the rear. Each size has the least load index and speed symbol of a tire for that axle: those of the
 * factory's tire where they are well known, else a lower bound for the size and the kind of car. Written by
 * hand from common knowledge: sizes and requirements are demonstration values that a merchant must check.
 *
 * `drive` is empty for cars that come with more than one kind of driven wheels; trims are `trim size
 * load+speed [+ rear size load+speed]; …`.
 */
import * as v from 'valibot'
import { sizeSlug } from '../../schema/catalog/sizes/tire-size.ts'
import type { carFitment, carModel } from '../../schema/catalog/vehicle/vehicle.table.ts'
import { optionSlug } from '../../schema/paths.ts'
import { CELL_NUMBER, readTable } from '../load/data-file.ts'

const TRIM = /^(.+?) ((?:LT)?\d{3}\/\S+ \w+)(?: \+ (.+))?$/
const REQUIREMENT = /^((?:LT)?\d{3}\/\d{2}R\d{2}) (\d{2,3})([A-Z])$/

const CARS = readTable(
  new URL('cars.csv', import.meta.url),
  v.object({
    make: v.string(),
    model: v.string(),
    generation: v.string(),
    yearFrom: CELL_NUMBER,
    yearTo: CELL_NUMBER,
    body: v.string(),
    drive: v.optional(v.string()),
    trims: v.pipe(
      v.string(),
      v.transform((text) => text.split('; ')),
      v.array(v.pipe(v.string(), v.regex(TRIM, 'is not `trim size load+speed`'))),
    ),
  }),
)

/** Parses `225/45R17 91V`. */
function parseRequirement(text: string): { size: string; load: number; speed: string } {
  const [, size, load, speed] = REQUIREMENT.exec(text) ?? []
  if (size === undefined || speed === undefined) throw new Error(`not a size, load and speed: ${text}`)
  return { size, load: Number(load), speed }
}

export const CAR_ROWS: (typeof carModel.$inferInsert)[] = CARS.map((car, index) => ({
  id: index + 1,
  make: car.make,
  makeSlug: optionSlug(car.make),
  model: car.model,
  modelSlug: optionSlug(car.model),
  generation: car.generation,
  yearFrom: car.yearFrom,
  yearTo: car.yearTo,
  bodyType: car.body,
  driveType: car.drive ?? null,
}))

export const FITMENT_ROWS: (typeof carFitment.$inferInsert)[] = CARS.flatMap(({ trims }, index) =>
  trims.map((text, position) => {
    const [, trim = '', frontText = '', rearText] = TRIM.exec(text) ?? []
    const front = parseRequirement(frontText)
    const rear = rearText === undefined ? null : parseRequirement(rearText)
    return {
      carId: index + 1,
      trim,
      trimSlug: optionSlug(trim),
      size: front.size,
      sizeSlug: sizeSlug(front.size),
      minLoad: front.load,
      minSpeed: front.speed,
      sizeRear: rear?.size ?? null,
      sizeRearSlug: rear ? sizeSlug(rear.size) : null,
      minLoadRear: rear?.load ?? null,
      minSpeedRear: rear?.speed ?? null,
      position,
    }
  }),
).map((fitment, index) => ({ id: index + 1, ...fitment }))
