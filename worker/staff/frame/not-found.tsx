/** The page for an unknown address of the back office (H14). */
import type { Context } from 'hono'
import { LinkButton } from '../../../client/platform/ui/button.tsx'
import { staffPaths } from '../../../schema/paths.ts'
import { NOT_FOUND } from '../../../schema/platform/not-found.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentStaff } from '../../identity/staff/current-staff.ts'
import { staffPage } from './staff-page.tsx'

type Page = (c: Context<AppEnv>) => Response | Promise<Response>

/** Returns the handler of unknown addresses: signed-in staff get a page of the back office below /staff/, all others `notFound`. */
export function withStaffNotFound(notFound: Page): Page {
  return async (c) =>
    c.req.path.startsWith(staffPaths.home) && (await getCurrentStaff(c))
      ? staffPage(c, {
          title: NOT_FOUND.title,
          current: '',
          status: 404,
          body: (
            <>
              <p>{NOT_FOUND.text} It may have been deleted, or the address may have a typo.</p>
              <LinkButton href={staffPaths.home}>Go to the start page</LinkButton>
            </>
          ),
        })
      : notFound(c)
}
