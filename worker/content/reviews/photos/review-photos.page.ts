/** GET /reviews/photos/{id}: a photo of a review. Shoppers see photos of approved reviews, staff see all. */
import { Hono } from 'hono'
import type { AppEnv } from '../../../env.ts'
import { getCurrentCustomer } from '../../../identity/session/current-customer.ts'
import { openPrivateFile, privateFileResponse } from '../../../orders/status/private-file.ts'
import { findPhoto } from '../review.sql.ts'

export const reviewPhotos = new Hono<AppEnv>().get('/:id{[0-9]{1,12}}', async (c) => {
  const photo = await findPhoto(c.env.DB, Number(c.req.param('id')))
  const isAllowed = photo?.isApproved || (photo && ((await getCurrentCustomer(c))?.isStaff ?? false))
  const file = isAllowed ? await openPrivateFile(c.env.PICTURES, photo.fileKey) : null
  if (!photo || !file) return c.text('We couldn’t find this photo.', 404, { 'Cache-Control': 'no-store' })
  // Caches show a photo for an hour at most after its review was deleted.
  const more = photo.isApproved ? { 'Cache-Control': 'public, max-age=3600' } : {}
  return privateFileResponse(file, photo.contentType, more)
})
