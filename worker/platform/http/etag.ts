/** Compares `If-None-Match` with an ETag by the weak comparison of RFC 9110, because a CDN may have weakened the tag. */
export function etagMatches(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}
