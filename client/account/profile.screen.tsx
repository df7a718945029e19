/** /customer/account/: the customer's profile, password, linked sign-ins, company, and links to the rest of the account. */

import { getRouteApi } from '@tanstack/react-router'
import type { ProfileView } from '../../schema/account/account.api.ts'
import { CUSTOMER_FORM_MESSAGES } from '../../schema/account/customer-form.api.ts'
import { STOCK_ALERT_PATHS } from '../../schema/catalog/stock-alerts/stock-alert-paths.ts'
import { paths } from '../../schema/paths.ts'
import { PHONE_HINT } from '../../schema/platform/forms/field.ts'
import { NameFields } from '../identity/name-fields.tsx'
import { FormFooter } from '../platform/forms/form-footer.tsx'
import { EmailField } from '../platform/ui/email-field.tsx'
import { Field } from '../platform/ui/field.tsx'
import { PasswordField } from '../platform/ui/password-field.tsx'
import { AccountFrame } from './account-frame.tsx'
import { ActionButtonForm } from './action-button-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { useCustomerForm } from './use-customer-form.ts'

const route = getRouteApi('/customer/account')

export function ProfileScreen() {
  const view = route.useLoaderData()
  return (
    <AccountFrame title="Profile" current={paths.account} notice={view.notice}>
      <ProfileForm view={view} />
      <section className="account-part" aria-labelledby="password-title">
        <h2 className="t-28" id="password-title">
          Password
        </h2>
        {view.hasPassword ? (
          <PasswordForm email={view.email} notice={view.notice} />
        ) : (
          <p>
            You sign in with another account and don’t have a password here.{' '}
            <a href={paths.createPassword}>Choose a password</a>
          </p>
        )}
      </section>
      {view.identities[0] ? (
        <section className="account-part" aria-labelledby="linked-title">
          <h2 className="t-28" id="linked-title">
            Linked sign-ins
          </h2>
          <ul className="account-list">
            {view.identities.map(({ id, name }) => (
              <li key={id}>
                {name}
                <ActionButtonForm action="identity-remove" fields={{ id }} look="text">
                  Remove<span className="visually-hidden"> {name}</span>
                </ActionButtonForm>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {view.credit === null ? null : (
        <section className="account-part" aria-labelledby="credit-title">
          <h2 className="t-28" id="credit-title">
            Store credit
          </h2>
          <p className="measure">{view.credit}</p>
        </section>
      )}
      <section className="account-part" aria-labelledby="company-title">
        <h2 className="t-28" id="company-title">
          Company
        </h2>
        {view.company ? (
          <dl className="account-facts">
            <div>
              <dt>Name</dt>
              <dd>{view.company.companyName}</dd>
            </div>
            <div>
              <dt>Email</dt>
              <dd>{view.company.companyEmail}</dd>
            </div>
            <div>
              <dt>EIN</dt>
              <dd className="num">{view.company.ein}</dd>
            </div>
          </dl>
        ) : (
          <p className="quiet measure">Shops and fleets can apply for dealer terms.</p>
        )}
        <p>
          <a href={paths.dealer}>{view.company ? 'Company and documents' : 'Apply as a dealer'}</a>
        </p>
      </section>
      <section className="account-part" aria-labelledby="more-title">
        <h2 className="t-28" id="more-title">
          More in your account
        </h2>
        <ul className="account-ways">
          <li>
            <a href={paths.wishlist}>Wish list</a>
          </li>
          <li>
            <a href={paths.recentlyViewed}>Recently viewed</a>
          </li>
          <li>
            <a href={STOCK_ALERT_PATHS.mine}>Stock alerts</a>
          </li>
          <li>
            <a href={paths.storedPaymentMethods}>Stored payment methods</a>
          </li>
          <li>
            <a href={paths.privacySettings}>Privacy settings</a>
          </li>
        </ul>
      </section>
    </AccountFrame>
  )
}

function ProfileForm({ view }: { view: ProfileView }) {
  const form = useCustomerForm({ action: 'profile', notice: view.notice })
  const { errors, typed } = form
  return (
    <form className="account-form" {...form.props}>
      <input type="hidden" name="action" value="profile" />
      <input type="hidden" name="owner" value={view.owner} />
      <div className="form-grid">
        <NameFields
          values={{ firstName: view.firstname, lastName: view.lastname, ...typed }}
          errors={errors}
        />
        <EmailField
          hint={view.emailHint}
          defaultValue={typed.emailAddress ?? view.email}
          error={errors.emailAddress}
        />
        <Field
          label="Phone (optional)"
          name="phoneNumber"
          type="tel"
          autoComplete="tel-national"
          hint={PHONE_HINT}
          defaultValue={typed.phoneNumber ?? view.telephone}
          error={errors.phoneNumber}
        />
        {view.hasPassword ? (
          <PasswordField
            label="Your password"
            name="currentPassword"
            autoComplete="current-password"
            hint="Only needed to change your email."
            error={errors.currentPassword}
          />
        ) : null}
      </div>
      <FormFooter form={form} title={CUSTOMER_FORM_MESSAGES.profileTitle}>
        Save profile
      </FormFooter>
    </form>
  )
}
