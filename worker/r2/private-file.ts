/** Files that are sold. */
import { privateKey } from '../../schema/domain/download.ts'

/** The file, or null when there is none. */
export function openPrivateFile(
  bucket: Pick<R2Bucket, 'get'>,
  fileKey: string,
): Promise<R2ObjectBody | null> {
  return bucket.get(privateKey(fileKey))
}
