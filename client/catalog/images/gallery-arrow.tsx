/** A view of a gallery: one picture of the product. */
export interface GalleryView {
  /** Value of `?view=`, e.g. `sidewall`. */
  key: string
  label: string
  /** 1000 px; `thumb` is 350 px. */
  src: string
  thumb: string
  alt: string
}

/** Returns the view `by` positions further, in a circle. */
export function adjacentView(
  views: readonly GalleryView[],
  key: string,
  by: number,
): GalleryView | undefined {
  const index = views.findIndex((view) => view.key === key)
  return views[(Math.max(0, index) + by + views.length) % views.length]
}

export function Arrow({ by, label, onStep }: { by: 1 | -1; label: string; onStep: (by: number) => void }) {
  return (
    <button type="button" className="gallery-arrow" aria-label={label} onClick={() => onStep(by)}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={by < 0 ? 'M13 3L6 10l7 7' : 'M7 3l7 7-7 7'} />
      </svg>
    </button>
  )
}
