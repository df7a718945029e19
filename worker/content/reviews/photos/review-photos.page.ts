/** GET /reviews/photos/{id}: a photo of a review. Shoppers see photos of approved reviews that were not taken down, staff see all. */
import { type Context, Hono } from 'hono'
import { hasPermission } from '../../../../schema/identity/staff/permissions.ts'
import type { AppEnv } from '../../../env.ts'
import { getCurrentStaff } from '../../../identity/staff/current-staff.ts'
import { openPrivateFile, privateFileResponse } from '../../../orders/status/private-file.ts'
import { findPhoto } from './review-photos.sql.ts'

export const reviewPhotos = new Hono<AppEnv>().get('/:id{[0-9]{1,12}}', async (c) => {
  const photo = await findPhoto(c.env.DB, Number(c.req.param('id')))
  const isAllowed = photo?.isShown || (photo && (await isModerator(c)))
  const file = isAllowed ? await openPrivateFile(c.env.PICTURES, photo.fileKey) : null
  if (!photo || !file) return c.text('We couldn’t find this photo.', 404, { 'Cache-Control': 'no-store' })
  // A browser shows its copy for five minutes at most after staff took the photo down.
  const more = photo.isShown ? { 'Cache-Control': 'public, max-age=300' } : {}
  return privateFileResponse(file, photo.contentType, more)
})

async function isModerator(c: Context<AppEnv>): Promise<boolean> {
  const staff = await getCurrentStaff(c)
  return staff !== null && hasPermission(staff.role, 'reviews')
}
