import { TreadGauge } from '../../../client/catalog/product/tread-gauge.tsx'

export interface HeroTireData {
  href: string
  /** The 1000 px three-quarter drawing. */
  picture: { src: string; alt: string }
  /** Tread depths in 32nds of an inch. */
  treadDepth: number
  treadNew: number
  /** Size with load index and speed symbol, `225/45R17 94W`. */
  size: string
  /** Load and speed limits, `1,477 lb, up to 168 mph`. */
  limits: string
  /** DOT code, and month and year as text; `null` when the code is unknown. */
  dot: { code: string; made: string } | null
}

/** Leader lines in a 1000 x 1000 view box, each from a text to its point on the drawn tire. */
const TREAD = { line: 'M900 84V150L806 214', x: 806, y: 214 }
const SIZE = { line: 'M60 938V770L186 655', x: 186, y: 655 }
const DOT = { line: 'M940 938V800L626 694', x: 626, y: 694 }

/** A large picture of a tire in stock, with callouts for tread, size and DOT code. */
export function HeroTire({ tire }: { tire: HeroTireData }) {
  const leaders = tire.dot ? [TREAD, SIZE, DOT] : [TREAD, SIZE]
  return (
    <div className="callouts">
      <a href={tire.href}>
        <img src={tire.picture.src} alt={tire.picture.alt} width={1000} height={1000} fetchPriority="high" />
      </a>
      <svg viewBox="0 0 1000 1000" aria-hidden="true">
        {leaders.map(({ line, x, y }) => (
          <g key={line}>
            <path className="halo" d={line} />
            <path className="lead-line" d={line} />
            <circle cx={x} cy={y} r={6} />
          </g>
        ))}
      </svg>
      <ul>
        <li className="callout-tread">
          <TreadGauge left={tire.treadDepth} full={tire.treadNew} />
          <span className="callout-more">tread, {tire.treadNew}/32 when new</span>
        </li>
        <li className="callout-size">
          <b>{tire.size}</b>
          {tire.limits}
        </li>
        {tire.dot ? (
          <li className="callout-dot">
            <b>DOT {tire.dot.code}</b>
            made in {tire.dot.made}
          </li>
        ) : null}
      </ul>
    </div>
  )
}
