/** GET /staff/customers/{id}: one customer with orders, addresses and application (H14k). */
import type { Context } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { APPLICATION_LABELS } from '../../../schema/account/dealer/dealer-application.ts'
import { type Customer, GROUP_DEALER } from '../../../schema/identity/sign-in/customer.ts'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { formatCreditExpiry } from '../../../schema/orders/credit/credit-format.ts'
import { ORDER_STATUS_LABELS } from '../../../schema/orders/status/order-format.ts'
import { staffOrderHref, staffPaths } from '../../../schema/paths.ts'
import { formatPhone } from '../../../schema/platform/forms/field.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { creditHref } from '../../../schema/staff/credit/credit-form.ts'
import type { StaffCustomerForm } from '../../../schema/staff/customers/customer-form.ts'
import { MERGE_PATHS } from '../../../schema/staff/customers/order-merge.ts'
import { findApplication } from '../../account/dealer/dealer.sql.ts'
import type { AppEnv } from '../../env.ts'
import { readCustomer } from '../../identity/sign-in/customer.sql.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { readCreditParts } from '../../orders/credit/credit.sql.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffPage } from '../frame/staff-page.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import { type CustomerActivity, readActivity } from './customers.sql.ts'

const ORDERS_SHOWN = 20

export async function customerPage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const id = Number(c.req.param('id'))
  const [customer, application, activity] = await Promise.all([
    readCustomer(c.env.DB, id),
    findApplication(c.env.DB, id),
    readActivity(c.env.DB, id, ORDERS_SHOWN),
  ])
  if (!customer) return c.notFound()
  const { firstname, lastname, email, telephone, company, groupId, createdAt } = customer
  const credit = await readCreditParts(c.env.DB, email)
  const balance = credit.reduce((sum, { amount }) => sum + amount, 0)
  return staffPage(c, {
    title: `${firstname} ${lastname}`,
    current: staffPaths.customers,
    body: (
      <>
        {flashAlert(c)}
        <dl className="staff-facts">
          <div>
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </div>
          <div>
            <dt>Phone</dt>
            <dd>{telephone ? <a href={`tel:+1${telephone}`}>{formatPhone(telephone)}</a> : 'None'}</dd>
          </div>
          <div>
            <dt>Customer since</dt>
            <dd>
              <Timestamp at={createdAt} />
            </dd>
          </div>
          <div>
            <dt>Store credit</dt>
            <dd>
              <a href={creditHref(email)}>{formatMoney(balance)}</a>
              <span className="t-14 quiet"> {formatCreditExpiry(credit)}</span>
            </dd>
          </div>
          {company ? (
            <div>
              <dt>Company</dt>
              <dd>
                {company.companyName} {groupId === GROUP_DEALER ? <span className="tag">Dealer</span> : null}
                {application && hasPermission(staff.role, 'dealers') ? (
                  <>
                    {' '}
                    <a
                      href={`${staffPaths.dealers}${application.state === 'waiting' ? '' : '?show=answered'}`}
                    >
                      {APPLICATION_LABELS[application.state]}
                    </a>
                  </>
                ) : null}
              </dd>
            </div>
          ) : null}
        </dl>
        <Orders activity={activity} mayOpen={hasPermission(staff.role, 'orders.see')} />
        {hasPermission(staff.role, 'customers.edit') ? (
          <p>
            <a href={`${MERGE_PATHS.page}?to=${encodeURIComponent(email)}`}>Move guests’ orders</a>
          </p>
        ) : null}
        <Addresses customer={customer} />
        <Acts customer={customer} activity={activity} staff={staff} />
      </>
    ),
  })
}

function Orders({ activity, mayOpen }: { activity: CustomerActivity; mayOpen: boolean }) {
  const { orders, orderCount } = activity
  return (
    <section aria-labelledby="orders-title">
      <h2 id="orders-title">Orders</h2>
      {orders.length === 0 ? (
        <p>No orders yet.</p>
      ) : (
        <ul className="staff-rows">
          {orders.map(({ orderNumber, status, grandTotal, placedAt }) => (
            <li key={orderNumber}>
              <div>
                {mayOpen ? <a href={staffOrderHref(orderNumber)}>{orderNumber}</a> : orderNumber}{' '}
                <span className="tag">{ORDER_STATUS_LABELS[status]}</span>
                <p className="t-14 quiet">
                  <Timestamp at={placedAt} />
                </p>
              </div>
              <span className="num">{formatMoney(grandTotal)}</span>
            </li>
          ))}
        </ul>
      )}
      {orderCount > orders.length ? (
        <p className="quiet">
          The newest {orders.length} of {orderCount}.
        </p>
      ) : null}
    </section>
  )
}

function Addresses({ customer: { addresses } }: { customer: Customer }) {
  if (addresses.length === 0) return null
  return (
    <section aria-labelledby="addresses-title">
      <h2 id="addresses-title">Addresses</h2>
      <ul className="staff-rows">
        {addresses.map(
          ({ id, firstname, lastname, company, street, apartment, city, postcode, defaultShipping }) => (
            <li key={id}>
              <div>
                {[company, `${firstname} ${lastname}`, street, apartment, `${city} ${postcode}`]
                  .filter(Boolean)
                  .join(', ')}{' '}
                {defaultShipping ? <span className="tag">Delivery</span> : null}
              </div>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}

interface ActsProps {
  customer: Customer
  activity: CustomerActivity
  staff: StaffSession
}

function Acts({ customer, activity: { sessions, seenAt }, staff }: ActsProps) {
  const mayErase = hasPermission(staff.role, 'customers.erase')
  return (
    <section aria-labelledby="account-title">
      <h2 id="account-title">Account</h2>
      <p>
        {sessions === 0 || seenAt === null ? (
          'Signed in nowhere.'
        ) : (
          <>
            Signed in {sessions === 1 ? 'once' : `${String(sessions)} times`}, last here{' '}
            <Timestamp at={seenAt} />.
          </>
        )}
      </p>
      <div className="button-row">
        {hasPermission(staff.role, 'customers.edit') && sessions > 0 ? (
          <ActForm action="end-sessions" customer={customer}>
            <Button type="submit" className="staff-send">
              Sign out everywhere
            </Button>
          </ActForm>
        ) : null}
        {mayErase ? (
          <ActForm action="export" customer={customer}>
            <Button type="submit" className="staff-send">
              Download all data
            </Button>
          </ActForm>
        ) : null}
      </div>
      {hasPermission(staff.role, 'customers.edit') ? (
        <details className="staff-act">
          <summary>See the account as they see it</summary>
          <p className="measure">
            You see their pages for 30 minutes and change nothing. Payment methods aren’t shown. Your reason
            goes into the audit log.
          </p>
          <ActForm action="view-account" customer={customer}>
            <Field name="why" label="Why you look" maxLength={200} autoComplete="off" required />
            <Button type="submit" className="staff-send">
              Look at the account
            </Button>
          </ActForm>
        </details>
      ) : null}
      {mayErase ? (
        <details className="staff-act">
          <summary>Erase this account</summary>
          <p className="measure">
            Account, addresses, reviews, documents and store credit go at once and can’t be restored. Orders
            stay, without name and address once the time for returns is over.
          </p>
          <ActForm action="erase" customer={customer}>
            <Field name="email" label="Type the email address of the account" autoComplete="off" required />
            <Button type="submit" kind="danger" className="staff-send">
              Erase
            </Button>
          </ActForm>
        </details>
      ) : null}
    </section>
  )
}

interface ActFormProps {
  action: StaffCustomerForm['action']
  customer: Customer
  children: React.ReactNode
}

function ActForm({ action, customer, children }: ActFormProps) {
  return (
    <PostForm
      path={staffPaths.customersForm}
      fields={{ action, customer: customer.id }}
      className="form-grid"
    >
      {children}
    </PostForm>
  )
}
