/** Custom roles in D1 as records that staff change (H14a). */
import { sql } from 'drizzle-orm'
import { roleNameKey } from '../../../schema/identity/staff/role-name.ts'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { staffRole } from '../../../schema/identity/staff/staff-role.table.ts'
import {
  evaluateRole,
  NEW_ROLE,
  ROLE_ID,
  ROLE_PATCH,
  type RoleFacts,
  type RolePatch,
  type RoleValues,
} from '../../../schema/staff/people/role-record.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import type { RecordKind } from '../changes/record-kind.sql.ts'

const peopleWith = (id: string) =>
  sql`(select count(*) from ${staff} where role = ${id} and ended_at is null)`
/** Counts the other roles with this name. */
const othersNamed = (id: string, name: string) =>
  sql`(select count(*) from ${staffRole} o where o.is_active is not null and o.id <> ${id} and lower(o.name) = lower(${name}))`

export const ROLE_RECORD: RecordKind<RoleValues, RolePatch, RoleFacts> = {
  id: ROLE_ID,
  patch: ROLE_PATCH,
  async read(db, id, patch) {
    const [[row], [facts]] = await Promise.all([
      connect(db).select().from(staffRole).where(sql`id = ${id}`),
      connect(db).all<{ people: number; others: string }>(
        sql`select ${peopleWith(id)} as people, (select json_group_array(name) from ${staffRole}
          where is_active is not null and id <> ${id}) as others`,
      ),
    ])
    const { id: _, version, isActive, ...values } = row ?? { ...NEW_ROLE, id, version: 0, isActive: null }
    const key = roleNameKey(patch.name ?? values.name)
    const others = JSON.parse(facts?.others ?? '[]') as string[]
    return {
      values: { ...values, isActive: isActive !== null },
      version,
      facts: { people: facts?.people ?? 0, isNameTaken: others.some((name) => roleNameKey(name) === key) },
    }
  },
  hasVersion: (id, version) =>
    version === 0
      ? sql`not exists (select 1 from ${staffRole} where id = ${id})`
      : sql`exists (select 1 from ${staffRole} where id = ${id} and version = ${version})`,
  evaluate: evaluateRole,
  write({ id, before, after }) {
    const all = { ...before, ...after }
    const { name, refundAct, refundDay, creditAct, creditDay, bulk, discount } = all
    const [permissions, isActive] = [JSON.stringify(all.permissions), all.isActive ? 1 : null]
    return [
      sql`insert into ${staffRole} (id, name, permissions, refund_act, refund_day, credit_act, credit_day, bulk, discount, is_active)
        values (${id}, ${name}, ${permissions}, ${refundAct}, ${refundDay}, ${creditAct}, ${creditDay}, ${bulk}, ${discount}, ${isActive})
        on conflict (id) do update set name = excluded.name, permissions = excluded.permissions, refund_act = excluded.refund_act,
          refund_day = excluded.refund_day, credit_act = excluded.credit_act, credit_day = excluded.credit_day, bulk = excluded.bulk,
          discount = excluded.discount, is_active = excluded.is_active, version = version + 1`,
    ]
  },
  // A person who gets the role, or another role with its name, may come first.
  isCurrent: ({ id, after }) => {
    const isUnused = sql`${peopleWith(id)} = 0`
    if (after.isActive === false) return isUnused
    return after.name === undefined ? undefined : sql`${othersNamed(id, after.name)} = 0`
  },
}
