/**
 * The shop's one Trusted Types policy: what may become markup or a script's address, where the browser asks for it
 * (worker/platform/security/content-policy.ts names it). Browsers that know no Trusted Types take the same strings.
 * Nobody else holds the policy: what goes through it is a page of this shop, or a script that the page's own head names.
 */
import { SCRIPT_ORIGINS_META, TRUSTED_POLICY } from '../../schema/platform/trusted-types.ts'

/** What a sink takes in place of a string; TypeScript's own library types sinks as strings. */
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
    const named =
      document.querySelector<HTMLMetaElement>(`meta[name="${SCRIPT_ORIGINS_META}"]`)?.content ?? ''
    if (origin !== location.origin && !named.split(' ').includes(origin))
      throw new TypeError(`${origin} is not named by this page`)
    return href
  },
}

const known = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
const policy = known?.createPolicy(TRUSTED_POLICY, RULES) ?? RULES

/** No markup, for a place whose markup the server wrote and the browser only keeps. */
export const EMPTY_TRUSTED_HTML: string = known?.emptyHTML ?? ''

/** The address of a script of this shop, or from an origin that the page's head names. Throws for any other. */
export function trustedScriptUrl(url: string): string {
  return policy.createScriptURL(url)
}

/**
 * A page that this shop's server sent, or that this browser stored of it (such an answer has no address); what any other
 * site sent is refused. Scripts in it never run.
 */
export async function parseTrustedPage(response: Response): Promise<{ html: string; page: Document }> {
  if (new URL(response.url, location.href).origin !== location.origin)
    throw new TypeError(`${response.url} is not a page of this shop`)
  const html = await response.text()
  return { html, page: new DOMParser().parseFromString(policy.createHTML(html), 'text/html') }
}
