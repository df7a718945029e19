/** Sends typed digits to the open block (H14): a gauge or a scanner types like a keyboard, wherever the focus is. */
import { useEffect } from 'react'

const FIELD = '.intake-block.open input[data-first]'

function onKeyDown(event: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey, altKey } = event
  const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select')
  if (isTyping || ctrlKey || metaKey || altKey || !/^[0-9.]$/.test(key)) return
  // The browser enters the character into the field that has the focus now.
  document.querySelector<HTMLInputElement>(FIELD)?.focus({ preventScroll: true })
}

export function useTypedKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
