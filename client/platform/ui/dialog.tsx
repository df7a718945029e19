import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from './class-names.ts'

/**
 * Renders a native modal dialog: the browser keeps the focus inside, closes the dialog on Esc and restores the focus.
 * `position="end"` is a drawer at the right edge. A closed dialog has no content unless `keepContent` is set.
 */
export function Dialog({
  open,
  onClose,
  title,
  position = 'center',
  keepContent = false,
  hideTitle = false,
  closeLabel,
  children,
}: {
  open: boolean
  onClose: () => void
  title: ReactNode
  position?: 'center' | 'end'
  keepContent?: boolean
  hideTitle?: boolean
  /** The label of a close button beside the heading; no button without it. */
  closeLabel?: string
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !element.open) element.showModal()
    if (!open && element.open) element.close()
  }, [open])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes the dialog; on the keyboard Esc does
    <dialog
      ref={dialog}
      className={classNames('dialog', position !== 'center' && `dialog-${position}`)}
      aria-labelledby={heading}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="dialog-body">
        <div className={hideTitle ? 'visually-hidden' : 'dialog-head'}>
          <h2 id={heading}>{title}</h2>
          {closeLabel ? (
            <button type="button" className="text-button" onClick={onClose}>
              {closeLabel}
            </button>
          ) : null}
        </div>
        {open || keepContent ? children : null}
      </div>
    </dialog>
  )
}
