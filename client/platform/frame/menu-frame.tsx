import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

/**
 * Renders a page with a short menu beside it, above it where there is no room: the account, the wish list, and the order of a
 * guest. `end` follows the links.
 */
export function MenuFrame({
  label,
  links,
  current,
  end,
  title,
  wide = false,
  children,
}: {
  /** Name of the menu for screen readers. */
  label: string
  links: readonly { href: string; label: string }[]
  /** The address in the menu that the page belongs to, if any. */
  current: string | null
  end?: ReactNode
  title: string
  /** True for a page with cards, which takes the whole width. */
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className="wrap account">
      <nav className="account-menu" aria-label={label}>
        <ul>
          {links.map((link) => (
            <li key={link.href}>
              <a href={link.href} aria-current={link.href === current ? 'page' : undefined}>
                {link.label}
              </a>
            </li>
          ))}
        </ul>
        {end}
      </nav>
      <div className={classNames('account-page', wide && 'account-wide')}>
        <h1 className="t-64">{title}</h1>
        {children}
      </div>
    </div>
  )
}
