/** The cars of the landings, whole: every trim with its sizes, and the sets that were put together for two sizes. */
import type { FittedCar } from '../../../schema/catalog/vehicle/vehicle.ts'

export interface CarLine extends FittedCar {
  generation: string
  /** What a tire must not be below; null where the shop does not know it. */
  minLoad: number | null
  minSpeed: string | null
  minLoadRear: number | null
  minSpeedRear: string | null
}

/** A grouped product of tires in two sizes, one pair for each axle. */
export interface StaggeredSet {
  sku: string
  slug: string
  name: string
  /** Its two sizes as they stand in URLs, in the order of the members. */
  sizes: string[]
}

/** By make, model and year. One batch. */
export async function readCarLines(db: D1Database): Promise<{ lines: CarLine[]; sets: StaggeredSet[] }> {
  const [lines, sets] = await db.batch<Record<string, string | number | null>>([
    db.prepare(
      `select m.id as chassisId, f.id as optionId, m.drive_type as driveType, m.make, m.make_slug as makeSlug, m.model, m.model_slug as modelSlug, m.generation,
         m.body_type as bodyType, m.year_from as yearFrom, m.year_to as yearTo, f.trim, f.trim_slug as trimSlug,
         f.size, f.size_slug as sizeSlug, f.size_rear as sizeRear, f.size_rear_slug as sizeRearSlug,
         f.min_load as minLoad, f.min_speed as minSpeed, f.min_load_rear as minLoadRear,
         f.min_speed_rear as minSpeedRear
       from car_model m join car_fitment f on f.car_id = m.id
       order by m.make, m.model, m.year_from, f.position, f.id`,
    ),
    db.prepare(
      `select g.sku, g.url_key as slug, g.name, json_group_array(distinct t.size_slug) as sizes
       from product g join product_link l on l.product_id = g.id and l.link_type = 'associated'
         join product t on t.sku = l.linked_product_sku
       where g.type_id = 'grouped' and g.status in (0, 1) and g.visibility > 1 and t.size_slug is not null
       group by g.id having count(distinct t.size_slug) = 2 order by g.name`,
    ),
  ])
  return {
    lines: (lines?.results ?? []) as unknown as CarLine[],
    sets: (sets?.results ?? []).map(({ sku, slug, name, sizes }) => ({
      sku: String(sku),
      slug: String(slug),
      name: String(name),
      sizes: JSON.parse(String(sizes)) as string[],
    })),
  }
}
