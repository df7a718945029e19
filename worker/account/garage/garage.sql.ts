/** Cars of customers. */
import { and, desc, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { GARAGE_MAX } from '../../../schema/account/garage/garage.api.ts'
import { garageCar } from '../../../schema/account/garage/garage.table.ts'
import { SAVED_VEHICLE, type SavedVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export interface GarageCar {
  id: number
  name: string
  car: SavedVehicle
}

/** Returns a customer's cars, newest first. A car in the format of an earlier release is left out. */
export async function findGarage(db: D1Database, customerId: number): Promise<GarageCar[]> {
  const rows = await connect(db)
    .select({ id: garageCar.id, name: garageCar.name, car: garageCar.car })
    .from(garageCar)
    .where(eq(garageCar.customerId, customerId))
    .orderBy(desc(garageCar.addedAt), desc(garageCar.id))
  return rows.flatMap(({ car, ...row }) => {
    const parsed = v.safeParse(SAVED_VEHICLE, JSON.parse(car))
    return parsed.success ? [{ ...row, car: parsed.output }] : []
  })
}

/** Adds a car, once; a full garage stays as it is. */
export async function addGarageCar(
  db: D1Database,
  customerId: number,
  car: SavedVehicle,
  now: number,
): Promise<void> {
  const text = JSON.stringify(car)
  const isOwn = eq(garageCar.customerId, customerId)
  await connect(db).run(
    sql`insert into ${garageCar} (customer_id, car, name, added_at)
      select ${customerId}, ${text}, '', ${now}
      where (select count(*) from ${garageCar} where ${isOwn}) < ${GARAGE_MAX} on conflict do nothing`,
  )
}

/** Sets the plate or name of a customer's car; returns whether the customer has the car. */
export async function nameGarageCar(
  db: D1Database,
  customerId: number,
  id: number,
  name: string,
): Promise<boolean> {
  const rows = await connect(db)
    .update(garageCar)
    .set({ name })
    .where(and(eq(garageCar.customerId, customerId), eq(garageCar.id, id)))
    .returning({ id: garageCar.id })
  return rows.length > 0
}

/** Removes a customer's car; a car that is gone already is no failure. */
export async function removeGarageCar(db: D1Database, customerId: number, id: number): Promise<void> {
  await connect(db)
    .delete(garageCar)
    .where(and(eq(garageCar.customerId, customerId), eq(garageCar.id, id)))
}
