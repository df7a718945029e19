/** The page that the service worker shows instead of pages that need a connection. */

import type { Context } from 'hono'
import { MiniCartSlot } from '../../client/cart/mini-cart-slot.tsx'
import { LinkButton } from '../../client/platform/ui/button.tsx'
import { paths } from '../../schema/paths.ts'
import { OFFLINE_MESSAGE } from '../../schema/platform/notification.ts'
import { OFFLINE_OWN_PATH } from '../../schema/platform/offline/offline.ts'
import type { AppEnv } from '../env.ts'
import { simpleErrorPage } from '../platform/page/errors.tsx'

const CONTENT_MESSAGE = 'No products synchronized for this category. Please come back while online!'
/** For a cart, a sign-in or an account, which have no category. */
const PERSONAL_MESSAGE = 'This page is just for you, so it needs a connection. Please come back while online!'

/** Responds with the offline page for content or for a page of one shopper. */
export function offlinePage(c: Context<AppEnv>): Promise<Response> {
  return simpleErrorPage(c, {
    title: OFFLINE_MESSAGE,
    text: `${c.req.path === OFFLINE_OWN_PATH ? PERSONAL_MESSAGE : CONTENT_MESSAGE} Pages you’ve seen today still open, and your cart is safe.`,
    status: 200,
    // An empty reference is the requested address.
    action: { href: '', label: 'Try again' },
    // With script the browser reloads the page when the connection is back, and shows its stored cart instead of the
    // cart page (client/app/connection-status.ts).
    also: (
      <>
        <p className="button-row lost-ways" data-asked-again>
          <LinkButton href={paths.home}>Go to the home page</LinkButton>
        </p>
        <MiniCartSlot />
      </>
    ),
  })
}
