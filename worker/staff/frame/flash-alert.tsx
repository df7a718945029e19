/** The message of the form before, above the content of a page of the back office. */
import type { Context } from 'hono'
import type { ReactNode } from 'react'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import type { AppEnv } from '../../env.ts'
import { consumeFlashState } from '../../platform/forms/flash-cookie.ts'

/** Returns the message and clears it; `null` without one. `action` stands beside the message of a form that was accepted. */
export function flashAlert(c: Context<AppEnv>, action: ReactNode = null): ReactNode {
  const flash = consumeFlashState(c)
  if (!flash?.message) return null
  return (
    <div key="flash" data-result="" tabIndex={-1}>
      <Alert tone={flash.ok ? 'plain' : 'error'} action={flash.ok ? action : null}>
        {flash.message}
      </Alert>
    </div>
  )
}

/** Returns why the form of this response was refused, which gets the focus; without `refusal` the message of the form before. */
export function formAlert(
  c: Context<AppEnv>,
  refusal: string | null | undefined,
  action: ReactNode = null,
): ReactNode {
  if (!refusal) return flashAlert(c, action)
  return (
    <Alert key="refusal" tone="error" focus>
      {refusal}
    </Alert>
  )
}
