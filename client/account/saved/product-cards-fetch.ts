/** Product cards for the skus stored in this browser, read from the server's page, so that only the server renders cards. */
import { paths } from '../../../schema/paths.ts'
import { parseTrustedPage } from '../../platform/trusted-types.ts'

/** Returns the cards, or the message of an empty list; `null` without a connection. */
export async function fetchProductCards(skus: readonly string[]): Promise<HTMLElement | null> {
  const query = new URLSearchParams(skus.map((sku) => ['sku', sku]))
  try {
    const response = await fetch(`${paths.picks}?${query}`, { headers: { Accept: 'text/html' } })
    if (!response.ok) return null
    const { page } = await parseTrustedPage(response)
    return page.querySelector<HTMLElement>('[data-picks]')
  } catch {
    return null
  }
}
