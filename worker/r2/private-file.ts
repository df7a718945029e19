/** Files that are sold. They lie beside the pictures in the bucket, under a name that no public address leads to. */
const FOLDER = 'private/'

/** Key of a file in the bucket; `fileKey` is the catalogue's, e.g. `guides/tire-care.pdf`. */
export function privateKey(fileKey: string): string {
  return FOLDER + fileKey
}

/** The file, or null when there is none. */
export function openPrivateFile(
  bucket: Pick<R2Bucket, 'get'>,
  fileKey: string,
): Promise<R2ObjectBody | null> {
  return bucket.get(privateKey(fileKey))
}
