/** Tables of the codes in a size: load indices in pounds, speed symbols in miles per hour, tire types. */
import { LOAD_INDICES, loadCapacity } from '../../../schema/catalog/sizes/load-index.ts'
import {
  highlightedLoadIndex,
  highlightedSpeedSymbol,
  type SizeMarks,
  TIRE_TYPES,
} from '../../../schema/catalog/sizes/size-help.ts'
import { SPEED_SYMBOLS, speedInMph } from '../../../schema/catalog/sizes/speed-symbol.ts'

interface Row {
  code: string
  value: string
}

function CodeTable({
  caption,
  head,
  rows,
  current,
}: {
  caption: string
  head: readonly [string, string]
  rows: readonly Row[]
  current: string
}) {
  return (
    <table className="help-codes">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head[0]}</th>
          <th scope="col">{head[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ code, value }) => (
          <tr key={code} className={code === current ? 'is-mine' : undefined}>
            <th scope="row">{code}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LoadTables({ from, to, current }: { from: number; to: number; current: string }) {
  const tens = [...new Set(LOAD_INDICES.filter((i) => i >= from && i <= to).map((i) => i - (i % 10)))]
  return (
    <div className="help-tables">
      {tens.map((ten) => (
        <CodeTable
          key={ten}
          caption={`Load index ${ten} and up`}
          head={['Index', 'Pounds']}
          current={current}
          rows={LOAD_INDICES.filter((i) => i >= ten && i < ten + 10 && i <= to).map((i) => ({
            code: String(i),
            value: loadCapacity(i)?.lb.toLocaleString('en-US') ?? '',
          }))}
        />
      ))}
    </div>
  )
}

/** The load indices of cars and light trucks. */
const USUAL_LOADS = [80, 109] as const
const USUAL_SPEED = 'Q'

export function LoadIndexTable({ marks }: { marks: SizeMarks }) {
  const current = String(highlightedLoadIndex(marks))
  return (
    <>
      <LoadTables from={USUAL_LOADS[0]} to={USUAL_LOADS[1]} current={current} />
      <details className="help-more">
        <summary>
          Every load index from {LOAD_INDICES[0]} to {LOAD_INDICES.at(-1)}
        </summary>
        <LoadTables from={0} to={999} current={current} />
      </details>
    </>
  )
}

function SpeedTable({ symbols, current }: { symbols: readonly string[]; current: string }) {
  return (
    <div className="help-tables">
      <CodeTable
        caption="Speed index"
        head={['Letter', 'Miles per hour']}
        current={current}
        rows={symbols.map((code) => ({ code, value: `up to ${speedInMph(code)}` }))}
      />
    </div>
  )
}

export function SpeedIndexTable({ marks }: { marks: SizeMarks }) {
  const current = highlightedSpeedSymbol(marks) ?? ''
  return (
    <>
      <SpeedTable symbols={SPEED_SYMBOLS.slice(SPEED_SYMBOLS.indexOf(USUAL_SPEED))} current={current} />
      <details className="help-more">
        <summary>
          Every letter from {SPEED_SYMBOLS[0]} to {SPEED_SYMBOLS.at(-1)}
        </summary>
        <SpeedTable symbols={SPEED_SYMBOLS} current={current} />
      </details>
    </>
  )
}

export function TypeList() {
  return (
    <dl className="help-types">
      {TIRE_TYPES.map(({ id, example, name, text }) => (
        <div key={id}>
          <dt>
            <b className="cond">{example}</b> {name}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
