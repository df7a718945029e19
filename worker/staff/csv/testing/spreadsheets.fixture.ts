/** How spreadsheets save a CSV file that somebody opened and changed nothing of. */

const rowsOf = (csv: string) =>
  csv
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter(Boolean)
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(,|$)/g)].slice(0, line.endsWith(',') ? undefined : -1),
    )
    .map((cells) => cells.map(([, cell = '']) => cell.replace(/^"(.*)"$/s, '$1').replace(/""/g, '"')))

const quote = (cell: string) => `"${cell.replace(/"/g, '""')}"`
const quoteIfNeeded = (cell: string) => (/[",\r\n]/.test(cell) ? quote(cell) : cell)

/** Numbers lose zeros at both ends, long ones become powers of ten, days are written as in the United States. */
function asExcel(cell: string): string {
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(cell)) {
    const number = Number(cell)
    return Math.abs(number) >= 1e11 ? number.toExponential(5).replace('e', 'E') : String(number)
  }
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(cell) ?? []
  return year ? `${Number(month)}/${Number(day)}/${year}` : cell
}

export const SPREADSHEETS: Readonly<Record<string, (csv: string) => string>> = {
  'Excel, CSV UTF-8': (csv) =>
    `\uFEFF${rowsOf(csv)
      .map((row) => row.map(asExcel).map(quoteIfNeeded).join())
      .join('\r\n')}\r\n`,
  'LibreOffice, all texts quoted': (csv) =>
    `${rowsOf(csv)
      .map((row) => row.map((cell) => (/^\d/.test(cell) ? asExcel(cell) : quote(cell))).join())
      .join('\n')}\n`,
  'Google Sheets, no last line break': (csv) =>
    rowsOf(csv)
      .map((row) => row.map(asExcel).map(quoteIfNeeded).join())
      .join('\r\n'),
  'Numbers, without BOM and with empty cells at the end': (csv) =>
    rowsOf(csv)
      .map((row) => [...row.map(asExcel).map(quoteIfNeeded), '', ''].join())
      .join('\n'),
  'a text editor of an old Mac': (csv) => csv.replace(/\r\n/g, '\r'),
}
