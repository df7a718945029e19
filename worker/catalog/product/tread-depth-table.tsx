/** The grooves of all tires of a lot in one table, with the lowest one marked (H13e). */
import { grooveLabel } from './tread-depth-chart.tsx'

/** Returns the number of the tire with the lowest groove, from 0; ties go to the first. */
export function mostWornTire(tires: readonly (readonly number[])[]): number {
  const lowest = tires.map((depths) => Math.min(...depths))
  return lowest.indexOf(Math.min(...lowest))
}

export function TreadDepthTable({ tires }: { tires: readonly (readonly number[])[] }) {
  const columns = Math.max(...tires.map((depths) => depths.length))
  const worst = Math.min(...tires.flat())
  const labels = Array.from({ length: columns }, (_, index) => grooveLabel(index, columns))
  return (
    <table className="groove-table">
      <caption>Tread depth of each tire in 32nds of an inch, outer to inner groove</caption>
      <thead>
        <tr>
          <th scope="col">Tire</th>
          {labels.map((label, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grooves have no id other than their position
            <th key={index} scope="col">
              {label}
            </th>
          ))}
          <th scope="col">Lowest</th>
        </tr>
      </thead>
      <tbody>
        {tires.map((depths, tire) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tires of a lot have no id other than their number
          <tr key={tire} className={tire === mostWornTire(tires) ? 'groove-worst' : undefined}>
            <th scope="row">{tire + 1}</th>
            {labels.map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: grooves have no id other than their position
              <td key={index}>{depths[index] === worst ? <b>{worst}</b> : (depths[index] ?? '–')}</td>
            ))}
            <td>
              {Math.min(...depths)}
              {tire === mostWornTire(tires) ? <span className="groove-word">most worn</span> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
