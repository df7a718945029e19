/** Which methods an address takes, read from the routes themselves, so that no list of them can be wrong. */
import type { Hono } from 'hono'
import type { AppEnv } from '../../env.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** Nobody sends it: it matches what is asked before every route, and nothing else. */
const NONE = 'NONE'

/** For the header `Allow`; empty when no route knows the path. */
export function allowedMethods(app: Pick<Hono<AppEnv>, 'router'>, path: string): string[] {
  const routes = (method: string) => app.router.match(method, path)[0].length
  const guards = routes(NONE)
  return METHODS.filter((method) => routes(method) > guards).flatMap((method) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  )
}
