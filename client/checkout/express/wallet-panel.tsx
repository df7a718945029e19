/** Stripe's buttons of Apple Pay and Google Pay, and the messages about them. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ExpressProviders } from '../../../schema/cart/cart.api.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { showToast } from '../../platform/ui/toast.ts'
import { mountWalletButtons, type WalletButtons } from './wallet-buttons.ts'

export interface WalletPanelProps {
  card: NonNullable<ExpressProviders['card']>
  /** The total of the cart. */
  total: Cents
}

type State = 'loading' | 'ready' | 'none' | 'failed'

const NOTES: Partial<Record<State, string>> = {
  none: 'This browser has no Apple Pay or Google Pay set up. Pay another way.',
  failed: 'Apple Pay and Google Pay didn’t load. Check your connection and try again.',
}

export function WalletPanel({ card, total }: WalletPanelProps) {
  const container = useRef<HTMLDivElement>(null)
  const buttons = useRef<WalletButtons | null>(null)
  const latestTotal = useRef(total)
  const [state, setState] = useState<State>('loading')
  const [message, setMessage] = useState('')
  const [attempt, setAttempt] = useState(0)
  const { publishableKey, scriptUrl } = card
  const router = useRouter()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the reason to run again
  useEffect(() => {
    const element = container.current
    if (!element) return
    let isUnmounted = false
    setState('loading')
    mountWalletButtons(element, {
      ...{ card: { publishableKey, scriptUrl }, total: latestTotal.current, say: setMessage },
      ready: (hasWallet) => setState(hasWallet ? 'ready' : 'none'),
      failed: () => setState('failed'),
      leave: (href) => location.assign(href),
      outdated: (text) => {
        // The reloaded cart may have a line that cannot be ordered, and then this panel is gone.
        showToast({ message: text, type: 'error' })
        void router.invalidate()
      },
    }).then(
      (mounted) => {
        if (isUnmounted) mounted.remove()
        else buttons.current = mounted
      },
      () => {
        if (!isUnmounted) setState('failed')
      },
    )
    return () => {
      isUnmounted = true
      buttons.current?.remove()
      buttons.current = null
    }
  }, [publishableKey, scriptUrl, attempt, router])

  useEffect(() => {
    latestTotal.current = total
    buttons.current?.setTotal(total)
  }, [total])

  return (
    <div className="express-wallets">
      {state === 'loading' || state === 'failed' ? (
        <Button
          wide
          busy={state === 'loading'}
          onClick={() => {
            if (state === 'failed') setAttempt((count) => count + 1)
          }}
        >
          {state === 'loading' ? 'Opening your wallets' : 'Apple Pay or Google Pay'}
        </Button>
      ) : null}
      <div ref={container} className={state === 'ready' ? undefined : 'express-waits'} />
      <div role="status">
        {message || NOTES[state] ? (
          <Alert tone={message || state === 'failed' ? 'error' : 'plain'}>{message || NOTES[state]}</Alert>
        ) : null}
      </div>
    </div>
  )
}
