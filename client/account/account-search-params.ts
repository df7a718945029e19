/** What the addresses of the account's pages say: which page, which order, what is open. */
type Word = string | number

/** Numbers stay numbers, so that the address is what it was. */
export interface AccountSearchParams {
  page?: Word
  orderId?: Word
  edit?: Word
  remove?: Word
}

export function parseAccountSearchParams(given: Record<string, unknown>): AccountSearchParams {
  const known = ['page', 'orderId', 'edit', 'remove'] as const
  return Object.fromEntries(
    known.flatMap((name) => {
      const value = given[name]
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []
    }),
  )
}

/** As the call behind the page takes it. */
export function toApiQuery(search: AccountSearchParams): Record<string, string> {
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]))
}
