/** The access check, the menu and the frame of all pages of /staff/. */
import type { Context } from 'hono'
import { STAFF_MOUNTING } from '../../schema/orders/mounting/mounting-paths.ts'
import { paths } from '../../schema/paths.ts'
import type { AppEnv } from '../env.ts'
import { getCurrentCustomer } from '../identity/session/current-customer.ts'
import { contentPage } from '../platform/page/content-page.ts'

/** Returns whether a staff member is signed in. */
export async function isStaff(c: Context<AppEnv>): Promise<boolean> {
  return (await getCurrentCustomer(c))?.isStaff ?? false
}

function Menu({ current }: { current: string }) {
  const links = [
    { label: 'Conversations', href: paths.staff },
    { label: 'Orders', href: paths.staffOrders },
    { label: 'Mounting', href: STAFF_MOUNTING },
    { label: 'Pending reviews', href: paths.staffReviews },
    { label: 'Counts', href: paths.staffCounts },
    { label: 'Health', href: paths.staffHealth },
  ]
  return (
    <nav aria-label="Staff">
      <ul className="staff-menu">
        {links.map(({ label, href }) => (
          <li key={href}>
            <a href={href} aria-current={href === current ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Renders a page for staff; `current` is the URL of its menu item, empty without one. */
export function staffPage(
  c: Context<AppEnv>,
  title: string,
  current: string,
  body: React.ReactNode[],
  status?: 422 | 429,
): Promise<Response> {
  c.header('X-Robots-Tag', 'noindex')
  return contentPage(c, {
    title,
    description: 'For staff.',
    canonical: null,
    kind: 'staff',
    ...(status ? { status } : {}),
    body: (
      <article className="wrap prose staff">
        <Menu current={current} />
        <h1>{title}</h1>
        {body}
      </article>
    ),
  })
}
