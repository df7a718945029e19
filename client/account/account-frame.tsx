import type { ReactNode } from 'react'
import { paths } from '../../schema/paths.ts'
import type { FlashFormState } from '../../schema/platform/forms/flash-form-state.api.ts'
import { SignOutForm } from '../identity/session/signed-in.tsx'
import { Alert } from '../platform/ui/alert.tsx'

/** Only these stand in the menu; the other pages are reached from where they are spoken of. */
const MENU = [
  { href: paths.account, label: 'Profile' },
  { href: paths.addressBook, label: 'Address Book' },
  { href: paths.orders, label: 'Orders' },
] as const

/**
 * A page of the account: the menu, the heading, what a plain form said, then the page. `current` is the page of the menu
 * that this one belongs to, `null` for one that belongs to none.
 */
export function AccountFrame({
  title,
  current,
  notice,
  children,
}: {
  title: string
  current: (typeof MENU)[number]['href'] | null
  notice: FlashFormState | null
  children: ReactNode
}) {
  // A form that marks its fields says by itself what is wrong, and that of the password whatever it is.
  const isSaid = notice && !notice.ok && notice.form === 'change-password'
  const said = notice && !isSaid && Object.keys(notice.errors).length === 0 ? notice.message : null
  return (
    <div className="wrap account">
      <nav className="account-menu" aria-label="Account">
        <ul>
          {MENU.map(({ href, label }) => (
            <li key={href}>
              <a href={href} aria-current={href === current ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        <SignOutForm />
      </nav>
      <div className="account-page">
        <h1 className="t-64">{title}</h1>
        {said ? <Alert tone={notice?.ok ? 'plain' : 'error'}>{said}</Alert> : null}
        {children}
      </div>
    </div>
  )
}
