/** /u/{sku} and /b/{bin}: the links of labels. Staff come to the page of the unit or bin, everybody else to the shop. */
import { type Context, Hono } from 'hono'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { paths, productHref } from '../../../schema/paths.ts'
import { binHref, unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentStaff } from '../../identity/staff/current-staff.ts'
import { findProductByCode } from './find-unit.sql.ts'

/** A label outlives its unit's place and state, so browsers ask each time. */
const NO_STORE = 'private, no-store'

async function unitLinkPage(c: Context<AppEnv>, typed: string): Promise<Response> {
  const found = await findProductByCode(c.env.DB, typed)
  c.header('Cache-Control', NO_STORE)
  if (!found) return c.notFound()
  return c.redirect((await maySeeUnits(c)) ? unitHref(found.parentSku ?? found.sku) : productHref(found), 302)
}

async function binLinkPage(c: Context<AppEnv>, typed: string): Promise<Response> {
  c.header('Cache-Control', NO_STORE)
  return c.redirect((await maySeeUnits(c)) ? binHref(typed.toUpperCase()) : paths.home, 302)
}

async function maySeeUnits(c: Context<AppEnv>): Promise<boolean> {
  const staff = await getCurrentStaff(c)
  return staff !== null && hasPermission(staff.role, 'units.see')
}

/** The links of labels are in capitals, a person may type them in any case. */
export const labelLinkPages = new Hono<AppEnv>()
  .get('/:part{[uU]}/:sku', (c) => unitLinkPage(c, c.req.param('sku')))
  .get('/:part{[bB]}/:bin', (c) => binLinkPage(c, c.req.param('bin')))
