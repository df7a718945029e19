/** Responds with a page of the back office (H14). */
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { StatusCode } from 'hono/utils/http-status'
import type { ReactNode } from 'react'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentStaff } from '../../identity/staff/current-staff.ts'
import { staffAssets } from '../../platform/http/client-assets.ts'
import { renderRoot } from '../../platform/page/deferred.tsx'
import { type OwnPermission, ownPermissions, staffPolicy } from '../../platform/security/content-policy.ts'
import { StaffDocument, type StaffTheme } from './staff-document.tsx'

export const THEME_COOKIE = 'staff_theme'
export const THEMES: readonly StaffTheme[] = ['light', 'dark']

export interface StaffPage {
  /** Also the heading of the page, but not on paper. */
  title: string
  /** The address of the menu's item that is marked; empty without one. */
  current: string
  body: ReactNode
  head?: ReactNode
  status?: StatusCode
  /** Renders a document for paper: the body alone, without menu and header. */
  print?: boolean
  /** What this page may use of the device. */
  permissions?: readonly OwnPermission[]
  /** Allows pictures that the page's script made. */
  images?: 'blob'
}

/** Renders the page for whom is signed in; before the sign-in it has no menu. Nothing may cache or index it. */
export async function staffPage(c: Context<AppEnv>, page: StaffPage): Promise<Response> {
  const { title, current, body, head, status, print = false, permissions = [], images } = page
  const theme = THEMES.find((known) => known === getCookie(c, THEME_COOKIE)) ?? null
  const staff = await getCurrentStaff(c)
  const document = (
    <StaffDocument
      assets={await staffAssets(c.env)}
      staff={staff}
      newOrdersSince={staff && hasPermission(staff.role, 'orders.see') ? Date.now() : undefined}
      isPlain={print}
      {...{ title, current, theme, head, body }}
    />
  )
  c.header('X-Robots-Tag', 'noindex')
  c.header('Cache-Control', 'private, no-store')
  c.header('Content-Security-Policy', staffPolicy({ blobImages: images === 'blob' }, c.get('config').siteUrl))
  c.header('Permissions-Policy', ownPermissions(permissions))
  return c.html(`<!DOCTYPE html>${renderRoot(document).texts.join('')}`, { status: (status ?? 200) as 200 })
}
