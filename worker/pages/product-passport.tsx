/** The passport of a used tire: what was measured, when it was made, who looked at it. */

import type { Passport, Tire } from '../../schema/domain/product.ts'
import { ageText, dotDate } from '../../schema/domain/tire-text.ts'

/** 32nds of an inch; the legal end of a tire in most states. */
const LEGAL_MINIMUM = 2
/** No tire made before it is sold (spec §9). */
const OLDEST_YEAR = 2011

const WIDTH = 806
const GROOVE = { top: 46, upper: 20, lower: 14 }
/** Pixels that a new tire's groove is deep. */
const NEW_DEPTH = 100

/** Free at both ends; the labels below stand in columns of the same widths (product.css). */
const SHOULDER = 0.07

function centers(count: number): number[] {
  const step = (WIDTH * (1 - 2 * SHOULDER)) / count
  return Array.from({ length: count }, (_, i) => Math.round(WIDTH * SHOULDER + (i + 0.5) * step))
}

/** `Outer`, `Center`, …, `Inner`. */
function placeName(index: number, count: number): string {
  if (index === 0) return 'Outer'
  return index === count - 1 ? 'Inner' : 'Center'
}

/** A cut through the tread, every groove to one scale, with the line where it must come off. */
function Grooves({ depths, treadNew }: { depths: readonly number[]; treadNew: number }) {
  const scale = NEW_DEPTH / treadNew
  const at = centers(depths.length)
  const bottom = (depth: number) => GROOVE.top + depth * scale
  const cuts = depths.map((depth, i) => {
    const x = at[i] ?? 0
    const { top, upper, lower } = GROOVE
    return `L${x - upper} ${top}L${x - lower} ${bottom(depth)}H${x + lower}L${x + upper} ${top}`
  })
  const deepest = Math.max(...depths)
  const fresh = bottom(deepest) - treadNew * scale
  const marks = depths.map((depth, i) => {
    const [x, y] = [at[i] ?? 0, bottom(depth) - LEGAL_MINIMUM * scale]
    return `M${x - 17} ${y}H${x + 17}`
  })
  const arrows = depths.map((depth, i) => {
    const [x, y] = [at[i] ?? 0, bottom(depth) - 2]
    return `M${x} 48V${y}M${x - 4} ${y - 5}l4 5 4-5M${x - 4} 53l4-5 4 5`
  })
  const list = depths.join(', ')
  return (
    <div className="grooves">
      <p className="quiet t-14">{treadNew}/32 when new</p>
      <svg
        viewBox={`0 ${Math.min(30, fresh - 4)} ${WIDTH} ${186 - Math.min(30, fresh - 4)}`}
        role="img"
        aria-label={`Tread depth per groove, outer to inner: ${list} thirty-seconds of an inch. New ${treadNew}, legal minimum ${LEGAL_MINIMUM}.`}
      >
        <path
          className="rubber"
          d={`M10 72Q14 52 44 50L${(at[0] ?? 0) - 20} 46${cuts.join('')}L762 50Q792 52 796 72V186H10Z`}
        />
        <path className="fresh" d={`M0 ${fresh}H${WIDTH}`} />
        <path className="legal" d={marks.join('')} />
        <path className="arrows" d={arrows.join('')} />
      </svg>
      <ol aria-hidden="true">
        {depths.map((depth, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grooves have no name but their place
          <li key={i}>
            <b className="cond">{depth}/32</b>
            {placeName(i, depths.length)}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Age on a line from the oldest year we sell to today. */
function AgeLine({ dot, now }: { dot: string; now: number }) {
  const made = dotDate(dot)
  if (!made) return null
  const start = Date.UTC(OLDEST_YEAR, 0, 1)
  const x = (at: number) => Math.round(((at - start) / (now - start)) * 4580) / 10 + 1
  const years = new Date(now).getUTCFullYear() - OLDEST_YEAR + 1
  const ticks = Array.from({ length: years }, (_, i) => {
    const at = x(Date.UTC(OLDEST_YEAR + i, 0, 1))
    return `M${at} ${i % 5 === 0 ? 7 : 13}V21`
  })
  return (
    <div className="age">
      <h3 className="t-22">
        DOT {dot.slice(-4)}, {ageText(made.at, now)}
      </h3>
      <svg viewBox="0 0 460 26" aria-hidden="true">
        <path className="ticks" d={`${ticks.join('')}M1 21H459M459 7V21`} />
        <path className="made" d={`M${x(made.at)} 0V21`} />
        <path className="lived" d={`M${x(made.at) - 3} 22H459`} />
      </svg>
      <p className="age-ends">
        <span>{OLDEST_YEAR}, oldest we sell</span>
        <span className="age-made">
          Week {made.week}, {made.year}
        </span>
        <span>Today</span>
      </p>
    </div>
  )
}

const day = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

function inspected({ by, on }: Passport['firstInspection']): string {
  const at = Date.parse(on)
  return Number.isNaN(at) ? by : `${by}, ${day.format(at)}`
}

/** How much of the tread that may be used is left, in percent; the least groove counts. */
function usableTread(passport: Passport, treadNew: number): number {
  const least = Math.min(...passport.grooves.flat())
  return Math.max(0, Math.round(((least - LEGAL_MINIMUM) / (treadNew - LEGAL_MINIMUM)) * 100))
}

export function ProductPassport({
  passport,
  tire,
  sku,
  now,
}: {
  passport: Passport
  tire: Tire
  sku: string
  now: number
}) {
  const tires = passport.grooves.filter((depths) => depths.length > 0)
  const several = tires.length > 1
  const grooves = Math.max(0, ...tires.map((depths) => depths.length))
  const counted = ['', 'one groove', 'two grooves', 'three grooves', 'four grooves'][grooves]
  const facts: [string, string][] = [
    ['Repairs', passport.repairs],
    ['Sidewalls', passport.sidewalls],
    ['Beads', passport.beads],
    ['Air test', passport.airTest],
    ['Grade', passport.grade],
    ['First inspection', inspected(passport.firstInspection)],
    ['Second inspection', inspected(passport.secondInspection)],
  ]
  return (
    <section className="section wrap" aria-labelledby="passport">
      <div className="chapter">
        <h2 className="t-40" id="passport">
          Passport of {several ? 'these tires' : 'this tire'}
        </h2>
        <span className="quiet">No. {sku}</span>
      </div>
      <div className="passport">
        <div>
          <h3 className="t-22">Tread, measured in {counted ?? `${grooves} grooves`}</h3>
          <div className={several ? 'passport-tires' : undefined}>
            {tires.map((depths, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tires of a set have no name but their number
              <div key={i}>
                {several ? <h4 className="cond t-18">Tire {i + 1}</h4> : null}
                <Grooves depths={depths} treadNew={tire.treadNew} />
              </div>
            ))}
          </div>
          {tires.length > 0 ? (
            <p className="quiet t-14 measure">
              <span className="oxide">Red line:</span> {LEGAL_MINIMUM}/32 in, the legal minimum in most
              states. {several ? 'The lowest of these has' : 'This tire has'} about{' '}
              {usableTread(passport, tire.treadNew)} percent of its usable tread.
            </p>
          ) : null}
        </div>
        <div>
          {tire.dot ? <AgeLine dot={tire.dot} now={now} /> : <h3 className="t-22">DOT date not read</h3>}
          <dl className="facts-list t-14">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  )
}
