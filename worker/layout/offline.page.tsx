/** What the service worker shows for whatever cannot be had without a connection. */

import type { Context } from 'hono'
import { MiniCartSlot } from '../../client/cart/mini-cart-slot.tsx'
import { LinkButton } from '../../client/platform/ui/button.tsx'
import { paths } from '../../schema/paths.ts'
import { OFFLINE_MESSAGE } from '../../schema/platform/notification.ts'
import { OFFLINE_OWN_PATH } from '../../schema/platform/offline/offline.ts'
import type { AppEnv } from '../env.ts'
import { plainError } from '../platform/page/errors.tsx'

const ELSE = 'No products synchronized for this category. Please come back while online!'
/** A cart, a sign-in or an account has no category. */
const OWN = 'This page is made for you alone, so it needs the connection. Please come back while online!'

export function offlinePage(c: Context<AppEnv>): Promise<Response> {
  return plainError(c, {
    title: OFFLINE_MESSAGE,
    text: `${c.req.path === OFFLINE_OWN_PATH ? OWN : ELSE} Pages that you have seen today still open, and your cart is kept.`,
    status: 200,
    // An empty reference is the address that was asked for.
    action: { href: '', label: 'Try again' },
    // The page is asked for again when the connection is back; in place of the cart's own page it shows the cart as this
    // browser keeps it (client/app/connection-status.ts).
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
