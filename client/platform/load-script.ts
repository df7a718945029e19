import { trustedScriptUrl } from './trusted-types.ts'

const loading = new Map<string, Promise<unknown>>()

/** Loads a provider's script once and returns the global that it defines. A failed load can be repeated. */
export function loadScript<Name extends 'Stripe' | 'turnstile'>(
  url: string,
  name: Name,
): Promise<NonNullable<Window[Name]>> {
  if (!loading.has(url)) {
    const started = addScript(url, name)
    loading.set(url, started)
    started.catch(() => loading.delete(url))
  }
  return loading.get(url) as Promise<NonNullable<Window[Name]>>
}

function addScript(url: string, name: 'Stripe' | 'turnstile'): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = trustedScriptUrl(url)
    script.async = true
    script.onload = () => {
      if (window[name]) resolve(window[name])
      else reject(new Error(`The script of ${name} did not start`))
    }
    script.onerror = () => reject(new Error(`The script of ${name} did not load`))
    document.head.append(script)
  })
}
