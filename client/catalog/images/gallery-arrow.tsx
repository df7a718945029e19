/** The views of a gallery and the way from one to the next. */
export interface GalleryView {
  /** Value of `?view=`, e.g. `sidewall`. */
  key: string
  label: string
  /** 1000 px and 350 px. */
  src: string
  thumb: string
  alt: string
}

/** The view `by` places further, round in a circle. */
export function adjacentView(
  views: readonly GalleryView[],
  key: string,
  by: number,
): GalleryView | undefined {
  const at = views.findIndex((view) => view.key === key)
  return views[(Math.max(0, at) + by + views.length) % views.length]
}

export function Arrow({ by, words, onStep }: { by: 1 | -1; words: string; onStep: (by: number) => void }) {
  return (
    <button type="button" className="gallery-arrow" aria-label={words} onClick={() => onStep(by)}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={by < 0 ? 'M13 3L6 10l7 7' : 'M7 3l7 7-7 7'} />
      </svg>
    </button>
  )
}
