/** The envelope of every call except those of the catalog. The HTTP status equals `code`. */
export interface Reply<Result> {
  code: number
  result: Result
  meta?: Record<string, unknown>
}
