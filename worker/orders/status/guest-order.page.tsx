/** /sales/guest/form/: a form for buyers without an account, which leads to the order's own page. */
import type { Context } from 'hono'
import { MenuFrame } from '../../../client/platform/frame/menu-frame.tsx'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button } from '../../../client/platform/ui/button.tsx'
import { ErrorSummary, toErrorSummary } from '../../../client/platform/ui/error-summary.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import type { GuestOrderErrors, GuestOrderTexts } from '../../../schema/orders/status/guest-order.ts'
import { paths } from '../../../schema/paths.ts'
import { GUEST_MENU } from '../../../schema/platform/site-links.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'

/** The typed values and the errors of a form that found no order. */
export interface GuestOrderFormState {
  status: 404 | 422 | 429
  texts: GuestOrderTexts
  errors: GuestOrderErrors
  problem: string | null
}

const ERROR_FIELDS = {
  orderNumber: { id: 'orderNumber', label: 'Order number' },
  emailAddress: { id: 'emailAddress', label: 'Email' },
}

/** Renders the page; with `state` it is the answer to a form, for this shopper alone. */
export function guestOrderPage(c: Context<AppEnv>, state?: GuestOrderFormState): Promise<Response> {
  const { texts, errors, problem } = state ?? { texts: null, errors: {} as GuestOrderErrors, problem: null }
  return contentPage(c, {
    title: 'Find your order',
    description:
      'See where your tires are, cancel the order, or print its invoice: by order number and email.',
    canonical: state ? null : paths.guestOrder,
    ...(state ? { status: state.status } : {}),
    kind: 'text',
    body: (
      <MenuFrame
        label="Your orders and tires"
        links={GUEST_MENU}
        current={paths.guestOrder}
        title="Find your order"
      >
        <p>
          See where it is, make a change or print the invoice. Every email about your order links there, too.
        </p>
        {problem ? (
          <Alert tone="error" focus>
            {problem}
          </Alert>
        ) : null}
        <form className="guest-order form-grid" method="post" action={paths.guestOrder} noValidate>
          <ErrorSummary focus fields={toErrorSummary(errors, ERROR_FIELDS)} />
          <Field
            name="orderNumber"
            label="Order number"
            hint="At the top of our email, such as TL-7K3M9QXA"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            required
            defaultValue={texts?.orderNumber}
            error={errors.orderNumber}
          />
          <Field
            name="emailAddress"
            label="Email used for the order"
            type="email"
            autoComplete="email"
            maxLength={60}
            required
            defaultValue={texts?.emailAddress}
            error={errors.emailAddress}
          />
          <div className="contact-send">
            <Button type="submit" kind="buy">
              Find my order
            </Button>
          </div>
        </form>
        <p>
          Ordered with an account? <a href={paths.orders}>Your orders</a> are there. No email?{' '}
          <a href={paths.contacts}>Ask us</a>.
        </p>
      </MenuFrame>
    ),
  })
}
