/** Loads the third-party scripts that the operator configured. */
import type { ThirdPartyScript } from '../../../schema/platform/analytics/third-party-script.ts'
import { trustedScriptUrl } from '../../platform/trusted-types.ts'

/** Adds the scripts to the page, each at most once. */
export function loadThirdPartyScripts(scripts: readonly ThirdPartyScript[]): void {
  for (const { src, integrity } of scripts) {
    if (document.querySelector(`script[src="${CSS.escape(src)}"]`)) continue
    const script = document.createElement('script')
    script.src = trustedScriptUrl(src)
    script.async = true
    if (integrity) {
      script.integrity = integrity
      script.crossOrigin = 'anonymous'
    }
    document.head.append(script)
  }
}
