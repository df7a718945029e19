/** What tests read of a page's answer. */
import { expect } from 'vitest'

/** Returns the HTML of a page that answers 200, without the comments that React writes between two texts. */
export async function readHtml(answer: Promise<Response> | Response): Promise<string> {
  const response = await answer
  expect(response.status).toBe(200)
  return (await response.text()).replaceAll('<!-- -->', '')
}

/** Returns the status, and the address that a redirect leads to. */
export async function readRedirect(
  answer: Promise<Response> | Response,
): Promise<[status: number, location: string | null]> {
  const response = await answer
  return [response.status, response.headers.get('Location')]
}
