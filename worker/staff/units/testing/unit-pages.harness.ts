/** Pages and forms of the back office as a person uses them: a browser that is signed in, and the fields of a form on a page. */
import { env } from 'cloudflare:workers'
import type { BuiltInRole } from '../../../../schema/identity/staff/permissions.ts'
import { Browser } from '../../../account/testing/account.harness.ts'
import { openStaffSession } from '../../../identity/staff/testing/staff.harness.ts'

/** Returns a browser in which the person of a role is signed in. */
export async function staffBrowser(role: BuiltInRole): Promise<Browser> {
  const browser = new Browser()
  browser.cookies.set('__Host-staff', (await openStaffSession(env.DB, role)).secret)
  return browser
}

/** Returns the texts of a page without its markup. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style|head)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, '’')
    .replace(/\s+/g, ' ')
}

/** Returns the hidden fields of the form that has all of these pairs: what a browser sends with it. */
export function hiddenFields(html: string, has: Record<string, string>): Record<string, string> {
  for (const [form] of html.matchAll(/<form[\s\S]*?<\/form>/g)) {
    const inputs = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
    const fields = Object.fromEntries(
      [...inputs].map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
    )
    if (Object.entries(has).every(([name, value]) => fields[name] === value)) return fields
  }
  throw new Error(`the page has no form with ${JSON.stringify(has)}`)
}

/** Sends a form of the back office; returns the page that the person sees then. */
export async function submit(
  browser: Browser,
  action: string,
  fields: Record<string, string>,
): Promise<{ status: number; text: string; html: string }> {
  const answer = await browser.fetch(action, { method: 'POST', body: new URLSearchParams(fields) })
  const target = answer.headers.get('Location')
  const page = answer.status === 303 && target ? await browser.fetch(target) : answer
  const html = await page.text()
  return { status: answer.status, html, text: textOf(html) }
}
