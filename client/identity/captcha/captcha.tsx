import { useEffect, useRef } from 'react'
import type { SignInOptions } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import { loadScript } from '../../platform/load-script.ts'

/** The functions of Turnstile's script that the shop calls. */
interface Turnstile {
  render(container: HTMLElement, options: { sitekey: string }): string
  reset(widget: string): void
  remove(widget: string): void
}
declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

/** Renders the captcha widget, which adds its response to the form. A higher `turn` resets the widget. */
export function Captcha({ captcha, turn }: { captcha: SignInOptions['captcha']; turn: number }) {
  const container = useRef<HTMLDivElement>(null)
  const widget = useRef<{ turnstile: Turnstile; id: string } | null>(null)
  useEffect(() => {
    if (!captcha) return
    let isUnmounted = false
    loadScript(captcha.scriptUrl, 'turnstile').then(
      (turnstile) => {
        if (isUnmounted || !container.current) return
        widget.current = { turnstile, id: turnstile.render(container.current, { sitekey: captcha.siteKey }) }
      },
      // Without the script the form endpoint itself asks for the captcha.
      () => {},
    )
    return () => {
      isUnmounted = true
      if (widget.current) widget.current.turnstile.remove(widget.current.id)
      widget.current = null
    }
  }, [captcha])
  useEffect(() => {
    if (turn > 0 && widget.current) widget.current.turnstile.reset(widget.current.id)
  }, [turn])
  if (!captcha) return null
  return (
    <>
      <div className="cf-turnstile" ref={container} />
      <noscript>
        <p className="field-hint">
          We need to check that you’re a person, and the check needs JavaScript. Without it, please{' '}
          <a href={paths.contacts}>call us</a> or buy as a guest.
        </p>
      </noscript>
    </>
  )
}
