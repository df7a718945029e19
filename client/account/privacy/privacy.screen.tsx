/** /customer/account/privacy-settings/: the download of the customer's data, privacy choices, and deleting the account. */

import { getRouteApi } from '@tanstack/react-router'
import { MY_DATA_HREF, paths } from '../../../schema/paths.ts'
import { RETURN_WINDOW_DAYS } from '../../../schema/platform/return-terms.ts'
import { blockNavigation } from '../../identity/session/navigation-guard.store.ts'
import { sessionChanged } from '../../identity/session/session.store.ts'
import { sessionPorts } from '../../identity/session/session-ports.ts'
import { FormFooter } from '../../platform/forms/form-footer.tsx'
import { LinkButton } from '../../platform/ui/button.tsx'
import { PasswordField } from '../../platform/ui/password-field.tsx'
import { AccountFrame } from '../account-frame.tsx'
import { useCustomerForm } from '../use-customer-form.ts'

const route = getRouteApi('/customer/account/privacy-settings')

export function PrivacyScreen() {
  const view = route.useLoaderData()
  return (
    <AccountFrame title="Privacy settings" current={null} notice={view.notice}>
      <section aria-labelledby="data-title">
        <h2 className="t-28" id="data-title">
          Your data
        </h2>
        <p className="measure">
          One file with everything tied to your account: profile, addresses, orders, reviews, newsletter,
          documents and sessions. It’s JSON; any text editor can open it.
        </p>
        <p>
          <LinkButton href={MY_DATA_HREF} download>
            Download my data
          </LinkButton>
        </p>
      </section>
      <section className="account-part" aria-labelledby="choices-title">
        <h2 className="t-28" id="choices-title">
          Your choices
        </h2>
        <p className="measure">{view.choices}</p>
        <p>
          <a href={`${paths.cookieNotice}#privacy-choices`}>Choose what can run in this browser</a>
        </p>
        <p>
          <a href={paths.cookieNotice}>Cookie notice</a>
        </p>
        <p>
          <a href={paths.statePrivacyPolicy}>Your rights by state</a>
        </p>
      </section>
      <section className="account-part" aria-labelledby="delete-title">
        <h2 className="t-28" id="delete-title">
          Delete your account
        </h2>
        <p className="measure">
          We’ll delete your addresses, saved cards, documents, reviews, newsletter and sessions right away.
          Tax law has us keep your orders, without your name. Orders from the last {RETURN_WINDOW_DAYS} days
          keep your name and address until they can no longer be returned. You can’t undo this.
        </p>
        {view.hasPassword ? (
          <DeleteForm />
        ) : (
          <p className="measure">
            You sign in with another account. <a href={paths.createPassword}>Choose a password</a> first so
            nobody else can delete your account.
          </p>
        )}
      </section>
    </AccountFrame>
  )
}

function DeleteForm() {
  const view = route.useLoaderData()
  const form = useCustomerForm({
    action: 'delete-account',
    notice: view.notice,
    onDone: async () => {
      const { clearCustomerData } = await sessionPorts()
      // This form itself leaves the page, so the change of the session must not navigate elsewhere.
      blockNavigation()
      clearCustomerData()
      sessionChanged()
    },
  })
  return (
    <form className="account-form" {...form.props}>
      <input type="hidden" name="action" value="delete-account" />
      <input type="hidden" name="owner" value={view.owner} />
      <input
        type="text"
        name="emailAddress"
        autoComplete="username"
        defaultValue={view.email}
        hidden
        readOnly
      />
      <div className="form-grid">
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          required
          error={form.errors.password}
        />
      </div>
      <FormFooter form={form} kind="danger">
        Delete my account
      </FormFooter>
    </form>
  )
}
