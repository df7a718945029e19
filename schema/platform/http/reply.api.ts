/** The envelope of every call but the catalogue's (wire.md §0). The HTTP status equals `code`. */
export interface Reply<Result> {
  code: number
  result: Result
  meta?: Record<string, unknown>
}
