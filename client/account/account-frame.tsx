import type { ReactNode } from 'react'
import { paths } from '../../schema/paths.ts'
import { hasErrors } from '../../schema/platform/forms/field.ts'
import type { FlashFormState } from '../../schema/platform/forms/flash-form-state.api.ts'
import { SignOutForm } from '../identity/session/signed-in.tsx'
import { MenuFrame } from '../platform/frame/menu-frame.tsx'
import { Alert } from '../platform/ui/alert.tsx'

/** The pages in the menu; other pages of the account link to the rest. */
export const ACCOUNT_MENU = [
  { href: paths.account, label: 'Profile' },
  { href: paths.addressBook, label: 'Address Book' },
  { href: paths.garage, label: 'Garage' },
  { href: paths.orders, label: 'Orders' },
  { href: paths.accountReviews, label: 'Reviews' },
] as const

/**
 * Renders a page of the account: the menu, the heading, the message of a plain form, then the page. `current` is the entry of
 * the menu that the page belongs to, if any.
 */
export function AccountFrame({
  title,
  current,
  notice,
  children,
}: {
  title: string
  current: (typeof ACCOUNT_MENU)[number]['href'] | null
  notice: FlashFormState | null
  children: ReactNode
}) {
  // A form with field errors shows its message itself, and the password form shows every error.
  const isShownByForm = notice && !notice.ok && notice.form === 'change-password'
  const message = notice && !isShownByForm && !hasErrors(notice.errors) ? notice.message : null
  return (
    <MenuFrame label="Account" links={ACCOUNT_MENU} current={current} end={<SignOutForm />} title={title}>
      {message ? <Alert tone={notice?.ok ? 'plain' : 'error'}>{message}</Alert> : null}
      {children}
    </MenuFrame>
  )
}
