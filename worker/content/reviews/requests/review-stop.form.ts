/** /reviews/stop/: the link in the mail that asks for reviews. The page asks first, because mail scanners follow links. */
import { reviewPaths } from '../../../../schema/paths.ts'
import { FORM_TEXTS, formRoute } from '../../../platform/forms/form-route.ts'
import { verifyReviewStop } from './review-link.ts'
import { stopReviewRequests } from './review-request.sql.ts'
import { reviewStopPage } from './review-stop.page.tsx'

export const reviewStopForm = formRoute({
  // Mail programs send this form in one click; the signature authorizes it.
  allowCrossSite: true,
  schema: FORM_TEXTS,
  run: async (c, body) => {
    const order = verifyReviewStop(c.get('config').cartSecret, { ...c.req.query(), ...body })
    if (order === null || !(await stopReviewRequests(c.env.DB, order, Date.now()))) return c.notFound()
    if ('List-Unsubscribe' in body) return c.text('stopped')
    return c.redirect(`${reviewPaths.stop}?state=stopped`, 303)
  },
}).get('/', (c) => {
  if (c.req.query('state') === 'stopped') return reviewStopPage(c, null)
  const order = verifyReviewStop(c.get('config').cartSecret, c.req.query())
  return order === null ? c.notFound() : reviewStopPage(c, { order, proof: c.req.query('proof') ?? '' })
})
