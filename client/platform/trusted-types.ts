/**
 * The shop's only Trusted Types policy: it creates the markup and script URLs that browsers with Trusted Types accept
 * (worker/platform/security/content-policy.ts allows its name). Other browsers accept the same strings. Only this file
 * can use the policy: for pages of this shop, and for scripts whose origin is in the head of the page.
 */
import { SCRIPT_ORIGINS_META, TRUSTED_POLICY } from '../../schema/platform/trusted-types.ts'

/** The type that a sink requires instead of a string; the library of TypeScript declares sinks with strings. */
type Trusted = string

interface TrustedTypes {
  emptyHTML: Trusted
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string; createScriptURL(url: string): string },
  ): { createHTML(html: string): Trusted; createScriptURL(url: string): Trusted }
}

const RULES = {
  createHTML: (html: string) => html,
  createScriptURL(url: string): string {
    const { origin, href } = new URL(url, location.href)
    const allowed =
      document.querySelector<HTMLMetaElement>(`meta[name="${SCRIPT_ORIGINS_META}"]`)?.content ?? ''
    if (origin !== location.origin && !allowed.split(' ').includes(origin))
      throw new TypeError(`${origin} is not named by this page`)
    return href
  },
}

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
const policy = trustedTypes?.createPolicy(TRUSTED_POLICY, RULES) ?? RULES

/** Empty markup, for an element whose markup the server rendered and React must not change. */
export const EMPTY_TRUSTED_HTML: string = trustedTypes?.emptyHTML ?? ''

/** Returns the URL of a script of this shop or of an origin in the page's head. Throws a TypeError for any other. */
export function trustedScriptUrl(url: string): string {
  return policy.createScriptURL(url)
}

/**
 * Parses a page that this shop's server sent or that this browser has stored (a stored response has no URL). Throws a
 * TypeError for a page of another site. Scripts in the page never run.
 */
export async function parseTrustedPage(response: Response): Promise<{ html: string; page: Document }> {
  if (new URL(response.url, location.href).origin !== location.origin)
    throw new TypeError(`${response.url} is not a page of this shop`)
  const html = await response.text()
  return { html, page: new DOMParser().parseFromString(policy.createHTML(html), 'text/html') }
}
