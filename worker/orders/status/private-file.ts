/** Files without a public URL: sold downloads and documents of dealers. */
import { privateKey } from '../../../schema/orders/status/download.ts'

/** Returns the file; null when it is not stored. */
export function openPrivateFile(
  bucket: Pick<R2Bucket, 'get'>,
  fileKey: string,
): Promise<R2ObjectBody | null> {
  return bucket.get(privateKey(fileKey))
}

/** Stores a file. */
export async function putPrivateFile(
  bucket: Pick<R2Bucket, 'put'>,
  fileKey: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> {
  await bucket.put(privateKey(fileKey), bytes, { httpMetadata: { contentType } })
}

/** Deletes files; missing files are no error. */
export async function deletePrivateFiles(
  bucket: Pick<R2Bucket, 'delete'>,
  fileKeys: readonly string[],
): Promise<void> {
  if (fileKeys.length > 0) await bucket.delete(fileKeys.map(privateKey))
}
