import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { classNames } from '../../platform/ui/class-names.ts'
import { Arrow, type GalleryView } from './gallery-arrow.tsx'

/**
 * Renders a picture in a native modal dialog: the focus stays inside, Esc closes it and restores the focus. A click, a
 * tap or Enter enlarges the picture around that point; arrow keys change the view, or scroll an enlarged picture. The
 * browser handles pinching.
 */
export function GalleryZoom({
  views,
  view,
  open,
  onStep,
  onClose,
}: {
  views: readonly GalleryView[]
  view: GalleryView
  open: boolean
  onStep: (by: number) => void
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [large, setLarge] = useState(false)
  useEffect(() => {
    const element = dialog.current
    if (!element || open === element.open) return
    if (open) element.showModal()
    else element.close()
  }, [open])

  /** Toggles the enlargement; the point is in fractions of the picture's width and height. */
  function enlarge(x: number, y: number): void {
    setLarge(!large)
    const frame = stage.current
    if (large || !frame) return
    // The picture has its new size only after this paint.
    requestAnimationFrame(() => {
      frame.scrollLeft = x * frame.scrollWidth - frame.clientWidth / 2
      frame.scrollTop = y * frame.scrollHeight - frame.clientHeight / 2
    })
  }
  function onClick(event: MouseEvent<HTMLButtonElement>): void {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    // A click by key has no position: the center is used.
    const byKey = event.detail === 0
    enlarge(byKey ? 0.5 : (event.clientX - left) / width, byKey ? 0.5 : (event.clientY - top) / height)
  }
  function go(by: number): void {
    setLarge(false)
    onStep(by)
  }
  function onKeyDown(event: KeyboardEvent): void {
    // Arrow keys scroll an enlarged picture.
    if (large || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    go(event.key === 'ArrowLeft' ? -1 : 1)
  }

  return (
    <dialog
      ref={dialog}
      className="zoom"
      aria-label={`${view.label}, large`}
      onClose={() => {
        setLarge(false)
        onClose()
      }}
      onKeyDown={onKeyDown}
    >
      {open ? (
        <div className="zoom-frame">
          <div className="zoom-bar">
            <p className="t-14" role="status">
              {view.label}
              {views.length > 1 ? `, ${views.indexOf(view) + 1} of ${views.length}` : ''}
            </p>
            <button type="button" className="button" aria-pressed={large} onClick={() => enlarge(0.5, 0.5)}>
              {large ? 'Whole picture' : 'Enlarge'}
            </button>
            {views.length > 1 ? <Arrow by={-1} label="Previous picture" onStep={go} /> : null}
            {views.length > 1 ? <Arrow by={1} label="Next picture" onStep={go} /> : null}
            <button type="button" className="button" onClick={onClose}>
              Close
            </button>
          </div>
          <div className="zoom-stage" ref={stage}>
            <button
              type="button"
              className={classNames('zoom-picture', large && 'zoom-large')}
              aria-label={large ? `Whole picture: ${view.alt}` : `Enlarge: ${view.alt}`}
              onClick={onClick}
            >
              <img src={view.src} alt="" width={1000} height={1000} />
            </button>
          </div>
        </div>
      ) : null}
    </dialog>
  )
}
