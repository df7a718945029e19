/** Reads the places of a store's day from its object. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { type MountingSlot, mountingDayName } from '../../../../schema/orders/mounting/mounting.ts'

/** Returns which order has a place at which time of the slot's day, by time and order. */
export function takenPlaces(
  slot: Pick<MountingSlot, 'store' | 'day'>,
): Promise<{ orderNumber: string; time: number }[]> {
  const day = env.MOUNTING.getByName(mountingDayName(slot))
  return runInDurableObject(day, (_, { storage }) =>
    storage.sql
      .exec<{ orderNumber: string; time: number }>(
        'select distinct order_number as orderNumber, time from booking order by time, order_number',
      )
      .toArray(),
  )
}
