/** The limit of a form of the back office with files, and the answer to files that are too large to be read (H14). */
import type { Context, MiddlewareHandler } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import type { AppEnv } from '../../env.ts'
import { limitUpload } from '../../platform/forms/upload.ts'
import { reply } from '../../platform/http/reply.ts'
import { wantsJson } from '../../platform/http/wants-json.ts'
import { staffPage } from './staff-page.tsx'

/**
 * Limits the size of a form whose files have up to `maxSize` bytes together. A larger one gets 413 and a page that says what to do.
 * `back` is the page of the form, for a browser that does not name the page it comes from.
 */
export function limitStaffUpload(maxSize: number, message: string, back: string): MiddlewareHandler {
  return limitUpload(maxSize, (c: Context<AppEnv>) => uploadTooLarge(c, message, back))
}

function uploadTooLarge(c: Context<AppEnv>, message: string, back: string): Response | Promise<Response> {
  if (wantsJson(c)) return reply(c, 413, message)
  const from = URL.parse(c.req.header('Referer') ?? '')
  const isOurs = from?.origin === new URL(c.req.url).origin && from.pathname.startsWith('/staff/')
  return staffPage(c, {
    title: 'Too large to send',
    current: '',
    status: 413,
    body: (
      <>
        <Alert tone="error" focus>
          {message} Nothing was saved.
        </Alert>
        <p>
          Press Back in your browser: what you typed is still there. Choose smaller files and send it again.
        </p>
        <p>
          <a href={isOurs ? from.pathname + from.search : back}>Back to an empty form</a>
        </p>
      </>
    ),
  })
}
