/** Reads all cars with the sizes of every trim, and the sets of tires for cars with two sizes. */
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { product, productLink } from '../../../schema/catalog/product/product.table.ts'
import { carFitment, carModel } from '../../../schema/catalog/vehicle/vehicle.table.ts'
import type { FittedCar } from '../../../schema/catalog/vehicle/vehicle.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { IS_VIEWABLE } from '../index/listed-condition.sql.ts'

export interface CarLine extends FittedCar {
  generation: string
  /** Minimum load index and speed symbol of a tire; `null` where they are unknown. */
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
  /** Slugs of both sizes, in the order of the members. */
  sizes: string[]
}

/** Returns the cars by make, model and year, and the staggered sets by name. */
export async function readCarLines(db: D1Database): Promise<{ lines: CarLine[]; sets: StaggeredSet[] }> {
  const client = connect(db)
  const member = alias(product, 'member')
  const { id: _, carId, position, ...fitment } = getTableColumns(carFitment)
  const { id: chassisId, ...car } = getTableColumns(carModel)
  const lines = client
    .select({ ...car, ...fitment, chassisId, optionId: sql<number>`${carFitment.id}`.as('optionId') })
    .from(carModel)
    .innerJoin(carFitment, eq(carId, carModel.id))
    .orderBy(carModel.make, carModel.model, carModel.yearFrom, position, carFitment.id)
  const sets = client
    .select({
      sku: product.sku,
      slug: product.urlKey,
      name: product.name,
      sizes: sql<string>`json_group_array(distinct ${member.sizeSlug})`.mapWith(JSON.parse).as('sizes'),
    })
    .from(product)
    .innerJoin(
      productLink,
      sql`${productLink.productId} = ${product.id} and ${productLink.linkType} = 'associated'`,
    )
    .innerJoin(member, eq(member.sku, productLink.linkedSku))
    .where(sql`${product.type} = 'grouped' and ${IS_VIEWABLE} and ${member.sizeSlug} is not null`)
    .groupBy(product.id)
    .having(sql`count(distinct ${member.sizeSlug}) = 2`)
    .orderBy(product.name)
  const [cars, staggered] = await Promise.all([lines, sets])
  return { lines: cars, sets: staggered as unknown as StaggeredSet[] }
}
