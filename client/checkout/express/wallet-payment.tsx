/**
 * The button for Apple Pay and Google Pay. Its first press loads the panel with Stripe's script, so Stripe learns nothing
 * of a shopper who pays otherwise (decision 296).
 */
import { type ComponentType, useState } from 'react'
import { useEarlyPresses } from '../../platform/islands/early-presses.ts'
import { Button } from '../../platform/ui/button.tsx'
import type { WalletPanelProps } from './wallet-panel.tsx'

export function WalletPayment(props: WalletPanelProps) {
  const [Panel, setPanel] = useState<ComponentType<WalletPanelProps> | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const ref = useEarlyPresses<HTMLDivElement>()
  if (Panel) return <Panel {...props} />
  const open = () =>
    import('./wallet-panel.tsx').then(
      ({ WalletPanel }) => setPanel(() => WalletPanel),
      () => setHasFailed(true),
    )
  return (
    <div ref={ref} className="express-wallets">
      <Button wide onClick={open}>
        Apple Pay or Google Pay
      </Button>
      {hasFailed ? <p role="alert">That didn’t load. Try again.</p> : null}
    </div>
  )
}
