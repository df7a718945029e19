/** The button that ends an intake (H14); it stays at the thumb. */
import { useEffect, useRef } from 'react'
import { formatMoney } from '../../../schema/platform/money.ts'
import type { DraftCheck } from '../../../schema/staff/intake/check-draft.ts'
import { findingRules } from '../../../schema/staff/intake/findings.ts'
import { BLOCKS } from '../../../schema/staff/intake/intake-draft.ts'
import { Button } from '../../platform/ui/button.tsx'
import { BLOCK_LABELS } from './state/block-summary.ts'

function reasonText(knockOut: NonNullable<DraftCheck['knockOut']>): string {
  return knockOut === 'tread-below-legal' ? 'Tread below 2/32 in' : findingRules(knockOut).label
}

interface LastButtonProps {
  check: DraftCheck
  /** Whether no block is open any more. */
  isNext: boolean
  /** Whether the person has pressed too early: what is missing is named then. */
  showsMissing: boolean
  price: number | null
  onFinish(): void
  onScrap(): void
}

export function LastButton({ check, showsMissing, isNext, price, onFinish, onScrap }: LastButtonProps) {
  if (check.knockOut)
    return (
      <div className="intake-last">
        <p>
          <b>{reasonText(check.knockOut)}</b>{' '}
          {check.isScrappable ? 'Must not be sold.' : 'Take one photo of it.'}
        </p>
        <Button kind="danger" size="big" wide onClick={onScrap}>
          Scrap it
        </Button>
      </div>
    )
  return (
    <FinishButton
      check={check}
      price={price}
      showsMissing={showsMissing}
      isNext={isNext}
      onFinish={onFinish}
    />
  )
}

function FinishButton({ check, showsMissing, isNext, price, onFinish }: Omit<LastButtonProps, 'onScrap'>) {
  const button = useRef<HTMLButtonElement>(null)
  const missing = BLOCKS.filter((block) => !check.blocks[block].done).map((block) => BLOCK_LABELS[block])
  const isReady = isNext && check.isPublishable
  useEffect(() => {
    // A keyboard goes on here after the last block; on a phone the button is at the thumb anyway.
    if (isReady && matchMedia('(pointer: fine)').matches) button.current?.focus({ preventScroll: true })
  }, [isReady])
  const label = check.isHeld ? 'Take in and park' : 'Put on sale'
  return (
    <div className={check.isPublishable ? 'intake-last' : 'intake-last early'}>
      {showsMissing && missing.length > 0 ? <p role="status">Still to do: {missing.join(', ')}</p> : null}
      <Button
        ref={button}
        kind={check.isPublishable ? 'buy' : 'plain'}
        size="big"
        wide
        className={check.isPublishable ? undefined : 'off'}
        onClick={onFinish}
      >
        {price !== null && check.isPublishable ? `${label}, ${formatMoney(price)}` : label}
      </Button>
    </div>
  )
}
