/**
 * Scripts of others: loaded where the visitor said yes, asked for once where nothing was said. The page names those that
 * are configured; without any, nothing is asked. Plain DOM.
 */
import { allowsThirdPartyScripts, needsConsentPrompt } from '../../../schema/content/analytics/consent.ts'
import type { ThirdPartyScript } from '../../../schema/platform/analytics/third-party-script.ts'
import { readPrivacyPreferences } from './consent.store.ts'
import { loadOutside } from './third-party-scripts.ts'

/** The link that opens the choices (schema/platform/site-links.ts). */
const CHOICES = '#privacy-choices'

/** Those that the operator configured, as the page names them. */
function outsideScripts(): ThirdPartyScript[] {
  const named = document.querySelector<HTMLElement>('script[data-outside]')?.dataset.outside
  return named ? (JSON.parse(named) as ThirdPartyScript[]) : []
}

const dialog = () => import('./consent-dialog.ts')

export function initConsent(): void {
  // Pages of the app name no scripts; from there the link leads to a page that does.
  if (document.getElementById('app')) return
  const scripts = outsideScripts()
  const wishes = readPrivacyPreferences()
  if (allowsThirdPartyScripts(wishes)) loadOutside(scripts)
  else if (needsConsentPrompt(wishes, scripts.length))
    void dialog().then(({ promptForConsent }) => promptForConsent(scripts))
  if (location.hash === CHOICES) void dialog().then(({ openConsentDialog }) => openConsentDialog(scripts))
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
    if (!link?.hash || link.hash !== CHOICES || opensElsewhere || event.defaultPrevented) return
    event.preventDefault()
    dialog().then(
      ({ openConsentDialog }) => openConsentDialog(scripts),
      () => location.assign(link.href),
    )
  })
}
