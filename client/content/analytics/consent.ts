/**
 * Third-party scripts: loaded with the visitor's consent. A visitor without a choice sees the consent prompt, if the operator
 * has configured scripts. Plain DOM.
 */
import { allowsThirdPartyScripts, needsConsentPrompt } from '../../../schema/content/analytics/consent.ts'
import type { ThirdPartyScript } from '../../../schema/platform/analytics/third-party-script.ts'
import { enhanceLinks } from '../../platform/islands/enhance-links.ts'
import { readPrivacyPreferences } from './consent.store.ts'
import { loadThirdPartyScripts } from './third-party-scripts.ts'

/** The fragment of the link that opens the dialog (schema/platform/site-links.ts). */
const CHOICES = '#privacy-choices'

/** Returns the scripts that the operator configured, which the page lists in an attribute. */
function configuredScripts(): ThirdPartyScript[] {
  const json = document.querySelector<HTMLElement>('script[data-outside]')?.dataset.outside
  return json ? (JSON.parse(json) as ThirdPartyScript[]) : []
}

const dialog = () => import('./consent-dialog.ts')

/** Loads the allowed scripts or shows the prompt, and handles links to the dialog. */
export function initConsent(): void {
  // Pages of the app list no scripts; their link leads to a page that does.
  if (document.getElementById('app')) return
  const scripts = configuredScripts()
  const preferences = readPrivacyPreferences()
  if (allowsThirdPartyScripts(preferences)) loadThirdPartyScripts(scripts)
  else if (needsConsentPrompt(preferences, scripts.length))
    void dialog().then(({ promptForConsent }) => promptForConsent(scripts))
  if (location.hash === CHOICES) void dialog().then(({ openConsentDialog }) => openConsentDialog(scripts))
  enhanceLinks(`a[href$="${CHOICES}"]`, async () => (await dialog()).openConsentDialog(scripts))
}
