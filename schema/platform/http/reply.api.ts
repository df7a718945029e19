/** The envelope of every API reply except replies of the catalog. The HTTP status equals `code`. */
export interface Reply<Result> {
  code: number
  result: Result
  meta?: Record<string, unknown>
}
