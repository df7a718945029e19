/** Cells of CSV files that spreadsheets open, save and send back unchanged (H14). */

/** Says to spreadsheets that the file is UTF-8. */
export const BOM = '\uFEFF'

/**
 * Texts that a spreadsheet would run as a formula, or turn into a number or a date, and texts that begin with the apostrophe that
 * prevents this.
 */
const RISKY =
  /^['=+\-@\t\r]|^[\d.,:/ -]+$|^\d+(\.\d+)?e[+-]?\d+$|^(true|false)$|^(\d{1,4}[ ./-]?)?(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)(u?ary|ruary|ch|il|e|y|ust|t?ember|ober)?[ ./-]?\d*$/i

/** Returns a text that stays a text in spreadsheets: an apostrophe leads it where they would change it. */
export function guardText(text: string): string {
  return RISKY.test(text) ? `'${text}` : text
}

/** Returns the text of a cell without the apostrophe that `guardText` added. */
export function unguardText(cell: string): string {
  return cell.startsWith("'") && RISKY.test(cell.slice(1)) ? cell.slice(1) : cell
}

/** Returns a text for files that a program reads: an apostrophe leads only what a spreadsheet would run as a formula. */
export function guardFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

/** Formats a row, with its line break. */
export function formatCsvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell)).join()}\r\n`
}
