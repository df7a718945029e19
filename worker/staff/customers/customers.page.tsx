/** GET /staff/customers/: search of customers (H14k). */
import { type Context, Hono } from 'hono'
import { GROUP_DEALER } from '../../../schema/identity/sign-in/customer.ts'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { staffCustomerHref, staffPaths } from '../../../schema/paths.ts'
import { formatPhone } from '../../../schema/platform/forms/field.ts'
import { MERGE_PATHS } from '../../../schema/staff/customers/order-merge.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { StaffSearch } from '../frame/staff-search.tsx'
import { customerPage } from './customer.page.tsx'
import { type CustomerLine, searchCustomers } from './customers.sql.ts'

const SHOWN = 50

async function customersPage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const mayMerge = hasPermission(staff.role, 'customers.edit')
  const text = (c.req.query('q') ?? '').trim().slice(0, 100)
  const older = c.req.query('before') ?? ''
  const before = /^[1-9]\d{0,14}$/.test(older) ? Number(older) : null
  const found = await searchCustomers(c.env.DB, { text, before, limit: SHOWN + 1 })
  const lines = found.slice(0, SHOWN)
  const last = found.length > SHOWN ? lines.at(-1) : undefined
  return staffPage(c, {
    title: 'Customers',
    current: staffPaths.customers,
    body: (
      <>
        {flashAlert(c)}
        <StaffSearch action={staffPaths.customers} text={text} label="Name, email, phone, company or order" />
        {lines.length === 0 ? (
          <p role="status">
            {text === '' ? 'No customers yet.' : `Nobody fits “${text}”. Guests have orders only.`}
          </p>
        ) : (
          <ul className="staff-rows" aria-label={text === '' ? 'Newest customers' : `Customers for ${text}`}>
            {lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        )}
        {mayMerge ? (
          <p>
            <a href={MERGE_PATHS.page}>Move guests’ orders</a>
          </p>
        ) : null}
        {last ? (
          <p>
            <a
              className="button"
              href={`${staffPaths.customers}?${new URLSearchParams({ q: text, before: String(last.id) })}`}
            >
              Older customers
            </a>
          </p>
        ) : null}
      </>
    ),
  })
}

function Line({ line }: { line: CustomerLine }) {
  const { id, firstname, lastname, email, telephone, companyName, groupId } = line
  return (
    <li>
      <div>
        <a href={staffCustomerHref(id)}>
          <b>
            {firstname} {lastname}
          </b>
        </a>{' '}
        {groupId === GROUP_DEALER ? <span className="tag">Dealer</span> : null}
        <p className="t-14 quiet">
          {[companyName, email, telephone && formatPhone(telephone)].filter(Boolean).join(', ')}
        </p>
      </div>
    </li>
  )
}

export const customersPages = new Hono<AppEnv>()
  .get(staffPaths.customers, staffRoute('customers.see', customersPage))
  .get(`${staffPaths.customers}:id{[1-9][0-9]{0,14}}`, staffRoute('customers.see', customerPage))
