/** The document of the back office (H14): its own head, menu and script, and nothing of the shop's header, footer or cart. */
import type { ReactNode } from 'react'
import { ToastRegion } from '../../../client/platform/ui/toast-region.tsx'
import { roleLabel } from '../../../schema/identity/staff/permissions.ts'
import { staffPaths } from '../../../schema/paths.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { StaffAssets } from '../../platform/http/client-assets.ts'
import { dailyPages, type MenuGroup, type MenuItem, staffMenu } from './staff-menu.ts'

/** Items in the bar of a phone, beside the button with the whole menu. */
const BAR_ITEMS = 3

export type StaffTheme = 'light' | 'dark'

interface StaffDocumentProps {
  assets: StaffAssets
  title: string
  /** The address of the menu's item that is marked. */
  current: string
  /** `null` before the sign-in: the document has no menu then. */
  staff: StaffSession | null
  /** The person's choice; without one the device decides. */
  theme: StaffTheme | null
  /** Leaves out menu and header, for documents that are printed. */
  isPlain: boolean
  /** When the document was made, in milliseconds, for whom may see orders: its script waits for new ones. */
  newOrdersSince: number | undefined
  head?: ReactNode
  body: ReactNode
}

export function StaffDocument({
  assets,
  title,
  current,
  staff,
  theme,
  isPlain,
  newOrdersSince,
  head,
  body,
}: StaffDocumentProps) {
  const menu = staff && !isPlain ? staffMenu(staff.role) : null
  return (
    <html lang="en" data-page="staff" data-theme={theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{`${title} | Treadline staff`}</title>
        <meta name="robots" content="noindex" />
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={assets.css} />
        {head}
      </head>
      <body
        className={menu ? 'staff-page' : 'staff-page staff-alone'}
        data-new-orders={menu ? newOrdersSince : undefined}
        data-staff={staff?.staffId}
      >
        {menu ? (
          <>
            <a className="skip" href="#main">
              Skip to content
            </a>
            <StaffHeader staff={staff} />
            <SideMenu groups={menu} current={current} />
          </>
        ) : null}
        <main id="main" className="staff" tabIndex={-1}>
          {isPlain ? null : <h1>{title}</h1>}
          {body}
        </main>
        {menu && staff ? <BottomBar groups={menu} daily={dailyPages(staff.role)} current={current} /> : null}
        <ToastRegion />
        <script type="module" src={assets.js} />
      </body>
    </html>
  )
}

function StaffHeader({ staff }: { staff: StaffSession | null }) {
  return (
    <header className="staff-top">
      <a className="staff-brand" href={staffPaths.home}>
        Treadline <span>staff</span>
      </a>
      {staff ? (
        <a className="staff-who" href={staffPaths.me}>
          <b>{staff.name}</b> <span>{roleLabel(staff.role)}</span>
        </a>
      ) : null}
    </header>
  )
}

interface MenuProps {
  groups: readonly MenuGroup[]
  current: string
}

/** The menu of wide windows, at their left edge. */
function SideMenu({ groups, current }: MenuProps) {
  return (
    <nav className="staff-side" aria-label="Staff">
      <MenuGroups groups={groups} current={current} />
    </nav>
  )
}

/** The menu of phones, at their lower edge, where a thumb reaches it. */
function BottomBar({ groups, daily, current }: MenuProps & { daily: readonly MenuItem[] }) {
  return (
    <nav className="staff-bar" aria-label="Staff">
      <MenuLink label="Start" href={staffPaths.home} current={current} />
      {daily.slice(0, BAR_ITEMS).map(({ label, href }) => (
        <MenuLink key={href} label={label} href={href} current={current} />
      ))}
      <details className="menu">
        <summary>More</summary>
        <div className="staff-sheet">
          <MenuGroups groups={groups} current={current} />
        </div>
      </details>
    </nav>
  )
}

function MenuGroups({ groups, current }: MenuProps) {
  return (
    <ul className="staff-groups">
      <li>
        <MenuLink label="Start" href={staffPaths.home} current={current} />
      </li>
      {groups.map(({ label, items }) => (
        <li key={label}>
          <p>{label}</p>
          <ul>
            {items.map((item) => (
              <li key={item.href}>
                <MenuLink label={item.label} href={item.href} current={current} />
              </li>
            ))}
          </ul>
        </li>
      ))}
      <li>
        <MenuLink label="You and your devices" href={staffPaths.me} current={current} />
      </li>
    </ul>
  )
}

function MenuLink({ label, href, current }: { label: string; href: string; current: string }) {
  return (
    <a href={href} aria-current={href === current ? 'page' : undefined}>
      {label}
    </a>
  )
}
