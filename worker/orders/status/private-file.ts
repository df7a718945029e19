/** Files that no public address leads to: those that are sold, and documents of dealers. */
import { privateKey } from '../../../schema/orders/status/download.ts'

/** The file, or null when there is none. */
export function openPrivateFile(
  bucket: Pick<R2Bucket, 'get'>,
  fileKey: string,
): Promise<R2ObjectBody | null> {
  return bucket.get(privateKey(fileKey))
}

export async function putPrivateFile(
  bucket: Pick<R2Bucket, 'put'>,
  fileKey: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> {
  await bucket.put(privateKey(fileKey), bytes, { httpMetadata: { contentType } })
}

/** Files that are not there are no fault. */
export async function deletePrivateFiles(
  bucket: Pick<R2Bucket, 'delete'>,
  fileKeys: readonly string[],
): Promise<void> {
  if (fileKeys.length > 0) await bucket.delete(fileKeys.map(privateKey))
}
