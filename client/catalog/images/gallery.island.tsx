import { useState } from 'react'
import { opensElsewhere } from '../../platform/islands/opens-elsewhere.ts'
import { Arrow, adjacentView, type GalleryView } from './gallery-arrow.tsx'
import { GalleryZoom } from './gallery-zoom.tsx'

/**
 * Renders one large picture and its views. Without JavaScript a view is a link to the page that shows it large, and the
 * large picture a link to its file; with JavaScript the large picture opens in a dialog.
 */
export default function Gallery({
  views,
  shown,
  path,
  caption,
}: {
  views: readonly GalleryView[]
  shown: string
  path: string
  caption?: string | undefined
}) {
  const [key, setKey] = useState(shown)
  const [open, setOpen] = useState(false)
  const main = views.find((view) => view.key === key) ?? views[0]
  if (!main) return null
  const first = views[0]?.key
  const step = (by: number) => setKey(adjacentView(views, main.key, by)?.key ?? main.key)
  return (
    <div className="gallery" id="gallery">
      <figure className="gallery-main">
        <a
          className="gallery-open"
          href={main.src}
          rel="nofollow"
          onClick={(event) => {
            if (opensElsewhere(event)) return
            event.preventDefault()
            setOpen(true)
          }}
        >
          <img src={main.src} alt={main.alt} width={1000} height={1000} fetchPriority="high" />
          <span className="visually-hidden">, look closer</span>
        </a>
        {views.length > 1 ? (
          <span className="gallery-arrows if-script">
            <Arrow by={-1} label="Previous picture" onStep={step} />
            <Arrow by={1} label="Next picture" onStep={step} />
          </span>
        ) : null}
        {caption ? <figcaption>{caption}</figcaption> : null}
      </figure>
      <ul className="gallery-views" aria-label="Views">
        {views.map((view) => (
          <li key={view.key}>
            <a
              href={view.key === first ? `${path}#gallery` : `${path}?view=${view.key}#gallery`}
              rel="nofollow"
              aria-current={view.key === main.key ? 'true' : undefined}
              onClick={(event) => {
                if (opensElsewhere(event)) return
                event.preventDefault()
                setKey(view.key)
              }}
            >
              <span className={`plate plate-${view.key}`}>
                <img src={view.thumb} alt="" width={350} height={350} loading="lazy" decoding="async" />
              </span>
              {view.label}
            </a>
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {key === shown ? '' : `${main.label} is shown`}
      </p>
      <GalleryZoom views={views} view={main} open={open} onStep={step} onClose={() => setOpen(false)} />
    </div>
  )
}
