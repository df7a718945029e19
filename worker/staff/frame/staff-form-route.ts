/** Forms of the back office (H14): as `formRoute`, for staff with the permission alone. */
import type { Context, Hono, MiddlewareHandler } from 'hono'
import type * as v from 'valibot'
import { hasPermission, type StaffPermission } from '../../../schema/identity/staff/permissions.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentStaff, readLastStaff, type StaffSession } from '../../identity/staff/current-staff.ts'
import { type FormAnswer, formRoute } from '../../platform/forms/form-route.ts'
import { refusePermission } from './refuse-permission.tsx'
import { answerSignedOut, refuseFormOfAnother, signInAndSend } from './signed-out.tsx'

type Answer = FormAnswer | Response
type Body = Record<string, unknown>

interface StaffFormRoute<Schema extends v.GenericSchema> {
  path?: string
  /** `null` opens it to all staff: `run` decides then. */
  permission: StaffPermission | null
  schema: Schema
  run: (
    c: Context<AppEnv>,
    form: v.InferOutput<Schema>,
    staff: StaffSession,
    body: Body,
  ) => Promise<Answer> | Answer
  /** Responds to a form that the schema refuses; 404 by default. */
  refuse?: (c: Context<AppEnv>, staff: StaffSession, body: Body) => Promise<Answer> | Answer
  /** Limits the size of the body; by default that of a form without files. */
  bodyLimit?: MiddlewareHandler
  /** Reads the body; by default as `formRoute` does, without lists. */
  read?: (c: Context<AppEnv>) => Promise<Body>
}

/**
 * Creates the route of a form. Visitors get the shop's page for unknown addresses, staff without the permission a page with 403, both
 * before the body is read. On a device whose session has ended, the form is sent again after the sign-in; one with files is not read.
 */
export function staffFormRoute<Schema extends v.GenericSchema>({
  permission,
  run,
  refuse,
  ...route
}: StaffFormRoute<Schema>): Hono<AppEnv> {
  return formRoute<Schema, Body>({
    ...route,
    guard: async (c) => {
      const staff = await getCurrentStaff(c)
      if (!staff) return readLastStaff(c) !== null && !route.bodyLimit ? null : answerSignedOut(c)
      return permission === null || hasPermission(staff.role, permission)
        ? null
        : refusePermission(c, staff.role, permission)
    },
    refuse: async (c, body) => {
      const staff = await getCurrentStaff(c)
      return staff ? (refuse?.(c, staff, body) ?? c.notFound()) : signInAndSend(c, body)
    },
    run: async (c, form, body) => {
      const staff = await getCurrentStaff(c)
      return staff
        ? (refuseFormOfAnother(c, staff, body) ?? run(c, form, staff, body))
        : signInAndSend(c, body)
    },
  })
}
