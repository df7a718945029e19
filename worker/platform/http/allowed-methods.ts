/** Finds the methods of an address in the routes themselves, so that no separate list can be wrong. */
import type { Hono } from 'hono'
import type { AppEnv } from '../../env.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** A method that no client sends: it matches only middleware, which runs for all methods. */
const NO_METHOD = 'NONE'

/** Returns the methods for the header `Allow`; empty when no route matches the path. */
export function allowedMethods(app: Pick<Hono<AppEnv>, 'router'>, path: string): string[] {
  const routes = (method: string) => app.router.match(method, path)[0].length
  const middleware = routes(NO_METHOD)
  return METHODS.filter((method) => routes(method) > middleware).flatMap((method) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  )
}
