/** Query parameters of the account's pages: the page of a list, the order, the open address or card. */
const NAMES = ['page', 'orderId', 'edit', 'remove'] as const

/** Numbers stay numbers, so that the router writes the same URL again. */
export type AccountSearchParams = { [Name in (typeof NAMES)[number]]?: string | number }

/** Returns the known parameters that are texts or numbers. */
export function parseAccountSearchParams(search: Record<string, unknown>): AccountSearchParams {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name]
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []
    }),
  )
}

/** Returns the parameters as texts, for the API call of the page. */
export function toApiQuery(search: AccountSearchParams): Record<string, string> {
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]))
}
