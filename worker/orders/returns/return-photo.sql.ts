/** Photos of returns by the form that sent them. The files are private (worker/orders/status/private-file.ts). */
import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import { returnCase, returnPhoto } from '../../../schema/orders/returns/return.table.ts'
import type { ReturnCase } from '../../../schema/orders/returns/return-case.ts'
import { ORDER_PHOTOS_MAX, RETURN_PHOTOS_MAX } from '../../../schema/orders/returns/return-form.ts'
import { connect, inList, insertFrom } from '../../platform/drizzle.sql.ts'
import { orderId } from '../order.sql.ts'

interface PhotoForm {
  orderNumber: string
  once: string
}

const isOfForm = ({ orderNumber, once }: PhotoForm) =>
  and(eq(returnPhoto.orderId, orderId(orderNumber)), eq(returnPhoto.once, once))

/** Photos that staff took of the tires of a case are those of a form with the case's number; no form of a buyer has such an id. */
const STAFF_FORM = 'staff:'

/** Returns the id of the form with the photos that staff took of a case. */
export function staffPhotoForm(number: number): string {
  return `${STAFF_FORM}${number}`
}

/** Returns the photos that staff took of a case, oldest first. */
export function readStaffPhotos(
  db: D1Database,
  orderNumber: string,
  number: number,
): Promise<ReturnCase['photos']> {
  const { id, contentType } = returnPhoto
  return connect(db)
    .select({ id, contentType })
    .from(returnPhoto)
    .where(isOfForm({ orderNumber, once: staffPhotoForm(number) }))
    .orderBy(id)
}

/** Returns the keys of the photos of a form. */
export async function readPhotoKeys(db: D1Database, form: PhotoForm): Promise<Set<string>> {
  const rows = await connect(db)
    .select({ fileKey: returnPhoto.fileKey })
    .from(returnPhoto)
    .where(isOfForm(form))
  return new Set(rows.map(({ fileKey }) => fileKey))
}

/**
 * Records a stored photo. False if the form or the order has as many photos as it can have, or if a photo with the same content
 * is recorded already.
 */
export async function insertPhoto(
  db: D1Database,
  photo: PhotoForm & { fileKey: string; contentType: string; now: number },
): Promise<boolean> {
  const { orderNumber, once, fileKey, contentType, now } = photo
  const isOfOrder = eq(returnPhoto.orderId, salesOrder.id)
  const { meta } = await connect(db).run(
    insertFrom(
      returnPhoto,
      { orderId: salesOrder.id, once, fileKey, contentType, createdAt: now },
      sql`from ${salesOrder} where ${salesOrder.orderNumber} = ${orderNumber}
        and (select count(*) from ${returnPhoto} where ${isOfForm(photo)}) < ${RETURN_PHOTOS_MAX}
        and (select count(*) from ${returnPhoto} where ${isOfOrder}) < ${ORDER_PHOTOS_MAX}`,
      { orIgnore: true },
    ),
  )
  return meta.changes > 0
}

/** Returns a photo of a case of this order, and whether staff took it; `null` for another order's photo. */
export async function findReturnPhoto(
  db: D1Database,
  orderNumber: string,
  id: number,
): Promise<{ fileKey: string; contentType: string; isOfStaff: boolean } | null> {
  const { fileKey, contentType, once } = returnPhoto
  const row = await connect(db)
    .select({ fileKey, contentType, once })
    .from(returnPhoto)
    .where(and(eq(returnPhoto.id, id), eq(returnPhoto.orderId, orderId(orderNumber))))
    .get()
  return row ? { ...row, isOfStaff: row.once.startsWith(STAFF_FORM) } : null
}

/** Returns photos that no case needs: of forms left unfinished before `before`, and of buyers whose data was erased. */
export function findUnneededPhotos(
  db: D1Database,
  before: number,
  limit: number,
): Promise<{ id: number; fileKey: string }[]> {
  const hasCase = sql`exists (select 1 from ${returnCase} where ${returnCase.orderId} = ${returnPhoto.orderId}
    and ${returnPhoto.once} in (${returnCase.once}, ${STAFF_FORM} || ${returnCase.number}))`
  return connect(db)
    .select({ id: returnPhoto.id, fileKey: returnPhoto.fileKey })
    .from(returnPhoto)
    .innerJoin(salesOrder, eq(salesOrder.id, returnPhoto.orderId))
    .where(or(eq(salesOrder.email, ''), and(lt(returnPhoto.createdAt, before), sql`not ${hasCase}`)))
    .limit(limit)
}

export async function deleteReturnPhotos(db: D1Database, ids: readonly number[]): Promise<void> {
  await connect(db)
    .delete(returnPhoto)
    .where(inArray(returnPhoto.id, inList(ids)))
}
