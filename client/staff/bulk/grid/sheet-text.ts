/** Cells as the text that spreadsheets copy and paste: tabs between cells, quotes around what has a tab, a quote or a line break. */

/** Formats rows of cells, each with a line break at its end. */
export function formatSheet(rows: readonly (readonly string[])[]): string {
  const quote = (cell: string) => (/[\t\n\r\x22]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return rows.map((row) => `${row.map(quote).join('\t')}\n`).join('')
}

/** Returns the rows of cells of a pasted text; a line break at its end is no row. */
export function parseSheet(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  // A quoted cell, or everything up to the next tab or line break; then what ends it.
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy
  const body = text.replace(/(\r\n|\r|\n)$/, '')
  for (let match = cell.exec(body); match; match = cell.exec(body)) {
    const [, quoted, plain = '', end] = match
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\t') continue
    rows.push(row)
    row = []
    if (end === '') break
  }
  return rows
}
