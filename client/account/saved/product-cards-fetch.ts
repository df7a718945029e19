/** Cards for skus that this browser keeps, taken from the page that shows them, so that there is one way to draw them. */
import { paths } from '../../../schema/paths.ts'
import { parseTrustedPage } from '../../platform/trusted-types.ts'

/** The cards, or the words for none; `null` without a connection. */
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
