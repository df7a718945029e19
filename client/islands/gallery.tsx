import { useState } from 'react'

export interface GalleryView {
  /** Value of `?view=`, e.g. `sidewall`. */
  key: string
  label: string
  /** 1000 px and 350 px. */
  src: string
  thumb: string
  alt: string
}

/** One large picture and its four views. Without JavaScript a view is a link to the page that shows it large. */
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
  const main = views.find((view) => view.key === key) ?? views[0]
  if (!main) return null
  const first = views[0]?.key
  return (
    <div className="gallery" id="gallery">
      <figure className="gallery-main">
        <img src={main.src} alt={main.alt} width={1000} height={1000} fetchPriority="high" />
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
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                setKey(view.key)
              }}
            >
              <span className={`plate plate-${view.key}`}>
                <img src={view.thumb} alt="" width={350} height={350} />
              </span>
              {view.label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
