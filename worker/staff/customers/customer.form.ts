/** POST /staff/customers/form/: opens the view of a customer's account, signs them out, exports their data, or erases the account (H14k). */
import type { Context } from 'hono'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { staffCustomerHref, staffPaths } from '../../../schema/paths.ts'
import {
  STAFF_CUSTOMER_FORM,
  STAFF_CUSTOMER_MESSAGES,
  type StaffCustomerForm,
} from '../../../schema/staff/customers/customer-form.ts'
import {
  READ_ONLY_ACCOUNT_MESSAGES,
  readOnlyAccountHref,
} from '../../../schema/staff/customers/read-only-account.ts'
import { customerData, eraseAccount } from '../../account/privacy/erase-customer.ts'
import type { AppEnv } from '../../env.ts'
import { endSessionsOf } from '../../identity/session/session.sql.ts'
import { findCustomerSecret } from '../../identity/sign-in/customer.sql.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { findAuditRow } from '../changes/audit-log.sql.ts'
import { toActor } from '../changes/staff-actor.ts'
import { refusePermission } from '../frame/refuse-permission.tsx'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { isVerified, stepUpPage } from '../frame/step-up.tsx'
import { addCustomerAct } from './customers.sql.ts'

const M = STAFF_CUSTOMER_MESSAGES
const OF_OWNER: readonly StaffCustomerForm['action'][] = ['export', 'erase']

export const staffCustomerForm = staffFormRoute({
  permission: 'customers.see',
  schema: STAFF_CUSTOMER_FORM,
  run: async (c, form, staff) => {
    const permission = OF_OWNER.includes(form.action) ? 'customers.erase' : 'customers.edit'
    if (!hasPermission(staff.role, permission)) return refusePermission(c, staff.role, permission)
    if (permission === 'customers.erase' && !isVerified(staff, Date.now())) return stepUpPage(c, form)
    return act(c, form, staff)
  },
})

async function act(
  c: Context<AppEnv>,
  form: StaffCustomerForm,
  staff: StaffSession,
): Promise<FormAnswer | Response> {
  const [db, id, now] = [c.env.DB, Number(form.customer), Date.now()]
  const record = addCustomerAct(db, toActor(staff, 'page'), form, now)
  const isRepeated = (await findAuditRow(db, { key: form.key })) !== null
  const customer = await findCustomerSecret(db, id)
  if (!customer) {
    const isErased = isRepeated && form.action === 'erase'
    return staffAnswer(isErased, isErased ? M.erased : M.gone, staffPaths.customers)
  }
  switch (form.action) {
    case 'end-sessions':
      if (!isRepeated) await db.batch([record, endSessionsOf(db, id)])
      return staffAnswer(true, M.signedOut, staffCustomerHref(id))
    case 'view-account': {
      if (form.why === '') return staffAnswer(false, READ_ONLY_ACCOUNT_MESSAGES.why, staffCustomerHref(id))
      if (!isRepeated) await record.run()
      return { status: 200, result: null, to: readOnlyAccountHref(id) }
    }
    case 'export': {
      const data = await customerData(c, id, now)
      if (!data) return staffAnswer(false, M.gone, staffPaths.customers)
      if (!isRepeated) await record.run()
      return new Response(JSON.stringify(data, null, 2), {
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Disposition': `attachment; filename="customer-${String(id)}.json"`,
          'Cache-Control': 'private, no-store',
          'X-Content-Type-Options': 'nosniff',
        },
      })
    }
    case 'erase': {
      if (customer.email !== form.email) return staffAnswer(false, M.notTheirs, staffCustomerHref(id))
      const result = await eraseAccount(c, customer, [record])
      return result.ok
        ? staffAnswer(true, M.erased, staffPaths.customers)
        : staffAnswer(false, result.message, staffCustomerHref(id))
    }
  }
}
