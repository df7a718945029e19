/** Names of the people in the history of an order. */
import { inArray } from 'drizzle-orm'
import { customer } from '../../../schema/identity/sign-in/customer.table.ts'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'

/** Returns how actors such as `staff:17` and `customer:4` are shown: names of staff, e-mails of customers. */
export async function readActorNames(
  db: D1Database,
  actors: readonly string[],
): Promise<Map<string, string>> {
  const client = connect(db)
  const ids = (kind: string) =>
    actors.flatMap((actor) => (actor.startsWith(`${kind}:`) ? [Number(actor.slice(kind.length + 1))] : []))
  const [people, customers] = await client.batch([
    client
      .select({ id: staff.id, name: staff.name })
      .from(staff)
      .where(inArray(staff.id, inList(ids('staff')))),
    client
      .select({ id: customer.id, name: customer.email })
      .from(customer)
      .where(inArray(customer.id, inList(ids('customer')))),
  ])
  return new Map([
    ...people.map(({ id, name }) => [`staff:${id}`, name] as const),
    ...customers.map(({ id, name }) => [`customer:${id}`, name] as const),
  ])
}
