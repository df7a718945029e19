/** Files without a public URL: sold downloads, documents of dealers, photos of returns and reviews. */
import { privateKey } from '../../../schema/orders/status/download.ts'

/** Returns the file; null when it is not stored. */
export function openPrivateFile(
  bucket: Pick<R2Bucket, 'get'>,
  fileKey: string,
): Promise<R2ObjectBody | null> {
  return bucket.get(privateKey(fileKey))
}

/**
 * Returns the response with a file. Browsers take the type from here and not from the content, and run nothing that the file may
 * contain. `headers` add to the defaults or replace them.
 */
export function privateFileResponse(
  file: R2ObjectBody,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(file.body, {
    headers: {
      'Content-Type': contentType,
      'Content-Length': String(file.size),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, no-store',
      ...headers,
    },
  })
}

/** Returns the header for a file name of any letters (RFC 6266): in ASCII for old programs, exact for others. */
export function contentDisposition(name: string, kind: 'attachment' | 'inline'): string {
  const plain = name.replace(/[^\w.-]+/g, '-')
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
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
