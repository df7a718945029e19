/** The inspection report of a used tire: measured tread, date of manufacture, both inspections. */
import PrintButton from '../../../client/catalog/product/print-button.island.tsx'
import { Island } from '../../../client/platform/islands/island.tsx'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { BEFORE_SENT, type InspectionReport, type Tire } from '../../../schema/catalog/product/product.ts'
import { LEGAL_TREAD, usableTreadPercent } from '../../../schema/catalog/product/tread.ts'
import { OLDEST_YEAR } from '../../../schema/catalog/sizes/dot-code.ts'
import {
  dotDate,
  formatAgeInYears,
  GRADES,
  gradeDescription,
} from '../../../schema/catalog/sizes/tire-text.ts'
import { TreadDepthChart } from './tread-depth-chart.tsx'
import { mostWornTire, TreadDepthTable } from './tread-depth-table.tsx'

/** The age of a tire on a time line from `OLDEST_YEAR` to today. */
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
        DOT {dot.slice(-4)}, {formatAgeInYears(made.at, now)}
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

const dayFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

/** Formats who inspected a tire and on which day: `Casey, Nov 22, 2026`; who alone while the inspection is still to come. */
export function formatInspection({ by, on }: InspectionReport['firstInspection']): string {
  const at = Date.parse(on)
  return Number.isNaN(at) ? by : `${by}, ${dayFormat.format(at)}`
}

/** Describes what was inspected, and what is still to come. */
function formatInspections({ airTest, secondInspection }: InspectionReport): string {
  const [isTested, isChecked] = [airTest !== BEFORE_SENT, secondInspection.by !== BEFORE_SENT]
  if (isTested && isChecked)
    return 'We measured each groove, tested it under air, then had a second person check it.'
  const done = `We measured each groove${isTested ? ' and tested it under air' : ''}.`
  const due = [
    ...(isTested ? [] : ['we test it under air']),
    ...(isChecked ? [] : ['a second person checks it']),
  ]
  return `${done} Before it’s sent, ${due.join(' and ')}.`
}

export function InspectionReportCard({
  passport,
  tire,
  sku,
  now,
}: {
  passport: InspectionReport
  tire: Tire
  sku: string
  now: number
}) {
  const tires = passport.grooves.filter((depths) => depths.length > 0)
  const several = tires.length > 1
  const worst = several ? mostWornTire(tires) : 0
  const grooves = Math.max(0, ...tires.map((depths) => depths.length))
  const grooveCount = ['', 'one groove', 'two grooves', 'three grooves', 'four grooves'][grooves]
  const flaws = gradeDescription(passport, tire)
  const facts: [string, string][] = [
    ['Grade', `${passport.grade}: ${GRADES[passport.grade]}`],
    ['Tread', passport.tread ?? ''],
    ['Repairs', passport.repairs],
    ['Sidewalls', passport.sidewalls],
    ['Beads', passport.beads],
    ['Air test', passport.airTest],
    ['First inspection', formatInspection(passport.firstInspection)],
    ['Second inspection', formatInspection(passport.secondInspection)],
  ]
  return (
    <section className="section wrap" aria-labelledby="passport">
      <div className="chapter">
        <h2 className="t-40" id="passport">
          Passport of {several ? 'these tires' : 'this tire'}
        </h2>
        <span className="quiet">No. {sku}</span>
      </div>
      {flaws ? (
        <div className="passport-worst">
          <Alert>
            <strong>Known flaws:</strong> {flaws}
          </Alert>
        </div>
      ) : null}
      <div className="passport">
        <div>
          <h3 className="t-22">Tread, measured in {grooveCount ?? `${grooves} grooves`}</h3>
          {several ? (
            <>
              <TreadDepthTable tires={tires} />
              <h4 className="cond t-18">Tire {worst + 1}, the most worn, to scale</h4>
            </>
          ) : null}
          {tires[worst] ? <TreadDepthChart depths={tires[worst]} treadNew={tire.treadNew} /> : null}
          {tires.length > 0 ? (
            <p className="quiet t-14 measure">
              <span className="oxide">Red line:</span> {LEGAL_TREAD}/32 in, the legal minimum in most states.{' '}
              {several ? 'The lowest of these has' : 'This tire has'} about{' '}
              {usableTreadPercent(passport.grooves, tire.treadNew)} percent of its usable tread.
            </p>
          ) : null}
        </div>
        <div>
          {tire.dot ? <AgeLine dot={tire.dot} now={now} /> : <h3 className="t-22">DOT date not read</h3>}
          <dl className="facts-list t-14">
            {facts
              .filter(([, value]) => value !== '')
              .map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
          <p className="quiet t-14 measure">
            {formatInspections(passport)} It comes with a one-year warranty.
          </p>
          <Island
            name="print-button"
            when="interaction"
            component={PrintButton}
            props={{ label: 'Print this passport' }}
          />
        </div>
      </div>
    </section>
  )
}
