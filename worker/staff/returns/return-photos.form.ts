/** POST /staff/returns/photos: stores photos that staff took of tires that came back (H14r). */
import * as v from 'valibot'
import { RETURN_MESSAGES, RETURN_UPLOAD_MAX } from '../../../schema/orders/returns/return-form.ts'
import { paths, staffReturnHref } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { RETURN_PHOTOS_FORM, RETURN_PHOTOS_PATH } from '../../../schema/staff/returns/return-form.ts'
import { readReturns } from '../../orders/returns/return.sql.ts'
import { staffPhotoForm } from '../../orders/returns/return-photo.sql.ts'
import { storeReturnPhotos } from '../../orders/returns/return-photos.ts'
import { readUpload, type Upload } from '../../platform/forms/upload.ts'
import { limitStaffUpload } from '../frame/limit-staff-upload.tsx'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'

const UPLOAD = v.custom<Upload>(() => true)

export const returnPhotosForm = staffFormRoute({
  path: RETURN_PHOTOS_PATH,
  permission: 'returns',
  bodyLimit: limitStaffUpload(RETURN_UPLOAD_MAX, RETURN_MESSAGES.upload, paths.staffOrders),
  read: async (c) => ({ ...(await readUpload(c)) }),
  schema: UPLOAD,
  run: async (c, { fields, files }) => {
    const parsed = v.safeParse(RETURN_PHOTOS_FORM, fields)
    if (!parsed.success) return c.redirect(paths.staffOrders, 303)
    const { order: orderNumber, case: number } = parsed.output
    const cases = await readReturns(c.env.DB, orderNumber)
    if (!cases.some((known) => known.number === number)) return c.notFound()
    const form = { orderNumber, once: staffPhotoForm(number), now: Date.now() }
    const { count, message } = await storeReturnPhotos(c.env, files, form)
    const saved = `Saved. This return has ${formatQuantity(count, 'photo')} of ours.`
    return staffAnswer(message === null, message ?? saved, staffReturnHref(orderNumber, number))
  },
})
