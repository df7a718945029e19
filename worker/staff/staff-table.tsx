/** A table of the back office. It has the width of the window and scrolls when its content is wider. */
import type { ReactNode } from 'react'

export interface StaffTableColumn {
  title: string
  /** Aligns the column's cells at the right. */
  isNumber?: boolean
}

interface StaffTableProps {
  label: string
  columns: readonly StaffTableColumn[]
  /** The first cell names its row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

export function StaffTable({ label, columns, rows }: StaffTableProps) {
  const align = (at: number) => (columns[at]?.isNumber ? 'staff-number' : undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls, so it needs keyboard focus
    <section className="staff-table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title }, at) => (
              <th scope="col" key={title} className={align(at)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {cells.map((cell, at) => (
                <td key={columns[at + 1]?.title} className={align(at + 1)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
