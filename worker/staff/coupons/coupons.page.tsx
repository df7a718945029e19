/** GET /staff/coupons/: the shop's coupons; GET /staff/coupons/{code}: the form of one of them (H14l). */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { normalizeCouponCode } from '../../../schema/cart/coupon/coupon.ts'
import { COUPON_KINDS } from '../../../schema/cart/coupon/coupon-kinds.ts'
import { couponHref, staffPaths } from '../../../schema/paths.ts'
import { formatCount, formatQuantity } from '../../../schema/platform/count.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { formatDay, workshopDay } from '../../../schema/platform/shop-calendar.ts'
import type { CouponFields } from '../../../schema/staff/coupons/coupon-form.ts'
import type { AppEnv } from '../../env.ts'
import { formAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { CouponFormFields, toCouponFields } from './coupon-fields.tsx'
import { type CouponLine, countPersonalCoupons, findCouponLine, readCoupons } from './coupons.sql.ts'

const SHOWN = 200

/** A refused form: what was typed, and what is wrong with it. */
export interface RefusedCoupon {
  fields: CouponFields
  version: number
  errors: Partial<Record<keyof CouponFields, string>>
  message: string
}

export async function couponsPage(c: Context<AppEnv>, refused?: RefusedCoupon): Promise<Response> {
  const now = Date.now()
  const [lines, personal] = await Promise.all([
    readCoupons(c.env.DB, { code: normalizeCouponCode(c.req.query('code') ?? ''), limit: SHOWN }),
    countPersonalCoupons(c.env.DB),
  ])
  return staffPage(c, {
    title: 'Coupons',
    current: staffPaths.coupons,
    ...(refused && { status: 422 }),
    body: (
      <>
        {formAlert(c, refused?.message)}
        {lines.length === 0 ? (
          <p>No coupons yet.</p>
        ) : (
          <ul className="staff-rows">
            {lines.map((line) => (
              <Line key={line.code} line={line} now={now} />
            ))}
          </ul>
        )}
        {personal > 0 ? (
          <p className="quiet">
            {formatQuantity(personal, 'subscriber')} of the newsletter have a copy of the newsletter’s coupon
            for one use, which this list leaves out.
          </p>
        ) : null}
        <section aria-labelledby="new-title" className="staff-narrow">
          <h2 id="new-title">New coupon</h2>
          <CouponFormFields
            isNew
            fields={refused?.fields ?? toCouponFields(null)}
            version={0}
            errors={refused?.errors ?? {}}
          />
        </section>
      </>
    ),
  })
}

const hasEnded = ({ endsAt }: CouponLine, now: number) => endsAt !== null && endsAt < now

/** Returns whether a coupon can be used now, and if not, why. */
function stateOf(line: CouponLine, now: number): string {
  const { isActive, startsAt, usageLimit, timesUsed } = line
  if (hasEnded(line, now)) return 'Ended'
  if (!isActive) return 'Stopped'
  if (usageLimit !== null && timesUsed >= usageLimit) return 'Used up'
  return startsAt !== null && startsAt > now ? `Starts ${formatDay(workshopDay(startsAt))}` : 'Active'
}

function Line({ line, now }: { line: CouponLine; now: number }) {
  const { code, kind, value, isActive, minSubtotal, endsAt, usageLimit, timesUsed, version, description } =
    line
  const { firstOrderOnly, perCustomerLimit } = line
  const advantage = kind === 'free-shipping' ? 'Free shipping' : COUPON_KINDS[kind].format(value)
  const terms = [
    minSubtotal > 0 && `from ${formatMoney(minSubtotal)}`,
    firstOrderOnly && 'first order only',
    perCustomerLimit !== null && `${formatCount(perCustomerLimit)} per customer`,
    endsAt !== null && `until ${formatDay(workshopDay(endsAt))}`,
  ].filter(Boolean)
  return (
    <li>
      <div>
        <a href={couponHref(code)}>
          <b>{code}</b>
        </a>{' '}
        <span className="tag">{stateOf(line, now)}</span>
        <p>
          {[advantage, ...terms].join(', ')}. Used {formatCount(timesUsed)}
          {usageLimit === null ? ' times' : ` of ${formatCount(usageLimit)}`}.
        </p>
        {description ? <p className="t-14 quiet">{description}</p> : null}
      </div>
      {hasEnded(line, now) ? null : (
        <PostForm
          path={staffPaths.couponsForm}
          fields={{ action: isActive ? 'stop' : 'start', code, version }}
        >
          <Button type="submit">
            {isActive ? 'Stop' : 'Start'}
            <span className="visually-hidden"> {code}</span>
          </Button>
        </PostForm>
      )}
    </li>
  )
}

export async function couponPage(
  c: Context<AppEnv>,
  code: string,
  refused?: RefusedCoupon,
): Promise<Response> {
  const line = await findCouponLine(c.env.DB, code)
  if (!line) return c.notFound()
  return staffPage(c, {
    title: `Coupon ${code}`,
    current: staffPaths.coupons,
    ...(refused && { status: 422 }),
    body: (
      <>
        {formAlert(c, refused?.message)}
        <p>
          Used {formatCount(line.timesUsed)} {line.timesUsed === 1 ? 'time' : 'times'}.{' '}
          <a href={staffPaths.coupons}>All coupons</a>
        </p>
        <section aria-label="Terms" className="staff-narrow">
          <CouponFormFields
            fields={refused?.fields ?? toCouponFields(line)}
            version={refused?.version ?? line.version}
            errors={refused?.errors ?? {}}
          />
        </section>
      </>
    ),
  })
}

export const couponsPages = new Hono<AppEnv>()
  .get(
    staffPaths.coupons,
    staffRoute('coupons', (c) => couponsPage(c)),
  )
  .get(
    `${staffPaths.coupons}:code`,
    staffRoute('coupons', (c) => couponPage(c, normalizeCouponCode(c.req.param('code')) ?? '')),
  )
