/** Redirects of the shop for staff (H14l). */
import { and, eq, sql } from 'drizzle-orm'
import { urlMap } from '../../../schema/catalog/landing/landing.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export type RedirectLine = Awaited<ReturnType<typeof readRedirects>>[number]

/** Returns the redirects whose path or target contains `text`, by path. */
export function readRedirects(db: D1Database, { text, limit }: { text: string; limit: number }) {
  const t = urlMap
  const fits = sql`instr(lower(${t.url} || ' ' || coalesce(${t.location}, '')), lower(${text})) > 0`
  return connect(db)
    .select({ path: t.url, location: t.location, isPermanent: t.isPermanent, version: t.version })
    .from(t)
    .where(and(eq(t.type, 'redirect'), text === '' ? undefined : fits))
    .orderBy(t.url)
    .limit(limit)
}

/** Returns the redirect of a path; `null` without one. */
export async function findRedirect(db: D1Database, path: string): Promise<RedirectLine | null> {
  const t = urlMap
  const row = await connect(db)
    .select({ path: t.url, location: t.location, isPermanent: t.isPermanent, version: t.version })
    .from(t)
    .where(and(eq(t.type, 'redirect'), eq(t.url, path)))
    .get()
  return row ?? null
}
