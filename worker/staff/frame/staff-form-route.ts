/** Forms of the back office (H14): as `formRoute`, for staff with the permission alone. */
import type { Context, Hono, MiddlewareHandler } from 'hono'
import type * as v from 'valibot'
import { hasPermission, type StaffPermission } from '../../../schema/identity/staff/permissions.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentStaff, type StaffSession } from '../../identity/staff/current-staff.ts'
import { type FormAnswer, formRoute } from '../../platform/forms/form-route.ts'
import { refusePermission } from './refuse-permission.tsx'

type Answer = FormAnswer | Response

interface StaffFormRoute<Schema extends v.GenericSchema> {
  path?: string
  permission: StaffPermission
  schema: Schema
  run: (c: Context<AppEnv>, form: v.InferOutput<Schema>, staff: StaffSession) => Promise<Answer> | Answer
  /** Responds to a form that the schema refuses; 404 by default. */
  refuse?: (c: Context<AppEnv>) => Promise<Answer> | Answer
  /** Limits the size of the body; by default that of a form without files. */
  bodyLimit?: MiddlewareHandler
  /** Reads the body; by default as `formRoute` does, without lists. */
  read?: (c: Context<AppEnv>) => Promise<Record<string, unknown>>
}

/**
 * Creates the route of a form. Visitors get the shop's page for unknown addresses, staff without the permission a page with 403, both
 * before the body is read.
 */
export function staffFormRoute<Schema extends v.GenericSchema>({
  permission,
  run,
  ...route
}: StaffFormRoute<Schema>): Hono<AppEnv> {
  return formRoute<Schema, Record<string, unknown>>({
    ...route,
    guard: async (c) => {
      const staff = await getCurrentStaff(c)
      if (!staff) return c.notFound()
      return hasPermission(staff.role, permission) ? null : refusePermission(c, staff.role, permission)
    },
    run: async (c, form) => {
      const staff = await getCurrentStaff(c)
      return staff ? run(c, form, staff) : c.notFound()
    },
  })
}
