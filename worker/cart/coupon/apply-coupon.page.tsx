/**
 * /applycoupon/index/?coupon=CODE: the target of links with a coupon code in mails and ads. The page asks for a
 * confirmation, so that a link on another site changes no cart. `return` redirects only to a page of this site.
 */
import { Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { normalizeCouponCode } from '../../../schema/cart/coupon/coupon.ts'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { safeRedirectPath } from '../../platform/http/same-origin.ts'
import { contentPage } from '../../platform/page/content-page.ts'

export const applyCouponPages = new Hono<AppEnv>().get(paths.applyCoupon, (c) => {
  // Not cached, because every code has another URL.
  c.header('Cache-Control', 'private, no-store')
  const back = safeRedirectPath(c.req.query('return'))
  const code = normalizeCouponCode(c.req.query('coupon') ?? c.req.query('code') ?? '')
  return contentPage(c, {
    title: 'Use a coupon',
    description: 'Add a coupon to your cart.',
    canonical: null,
    kind: 'text',
    body: (
      <article className="wrap prose">
        <h1>Use a coupon</h1>
        <p>
          Add tires to your cart, then your coupon. It comes off the total right away and stays until you
          order.
        </p>
        <form method="post" action={paths.cartForm}>
          <input type="hidden" name="action" value="coupon" />
          {back === null ? null : <input type="hidden" name="return" value={back} />}
          <Field
            name="coupon"
            label="Coupon code"
            defaultValue={code ?? ''}
            maxLength={40}
            autoComplete="off"
          />
          <Button type="submit">Apply coupon</Button>
        </form>
        <p>
          <a href={paths.home}>Find tires first</a>
        </p>
      </article>
    ),
  })
})
