/** Reads the response of a page in tests. */
import { expect } from 'vitest'

/** Returns the HTML of a page with status 200, without the comments that React inserts between texts. */
export async function readHtml(pending: Promise<Response> | Response): Promise<string> {
  const response = await pending
  expect(response.status).toBe(200)
  return (await response.text()).replaceAll('<!-- -->', '')
}

/** Returns the status and the target of a redirect. */
export async function readRedirect(
  pending: Promise<Response> | Response,
): Promise<[status: number, location: string | null]> {
  const response = await pending
  return [response.status, response.headers.get('Location')]
}
