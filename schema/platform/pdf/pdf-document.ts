/** Writes PDF documents of lines, filled shapes and text in Helvetica. The same pages give the same file. */

export interface PdfSheet {
  /** Points, 1/72 inch. */
  width: number
  height: number
  /** Operators of the page's content; the fonts are `/R`, Helvetica, and `/B`, Helvetica-Bold. */
  content: string
}

const FONTS = ['R /Helvetica', 'B /Helvetica-Bold']
  .map((font) => {
    const [name, base] = font.split(' ')
    return `/${name} << /Type /Font /Subtype /Type1 /BaseFont ${base} /Encoding /WinAnsiEncoding >>`
  })
  .join(' ')

/** Returns the file. All of it is ASCII, so each of its letters is one byte. */
export function pdfDocument(title: string, sheets: readonly PdfSheet[]): string {
  const first = 5
  const kids = sheets.map((_, index) => `${first + 2 * index} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) /ViewerPreferences << /DisplayDocTitle true /PrintScaling /None >> >>',
    `<< /Type /Pages /Count ${sheets.length} /Kids [${kids}] >>`,
    `<< /Font << ${FONTS} >> >>`,
    `<< /Title ${pdfText(title)} /Author (Treadline) >>`,
  ]
  for (const [index, { width, height, content }] of sheets.entries()) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources 3 0 R /Contents ${first + 2 * index + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    )
  }
  return assemble(objects)
}

/** Joins objects and the table of their offsets. */
function assemble(objects: readonly string[]): string {
  let text = '%PDF-1.7\n'
  const offsets = objects.map((body, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const table = text.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  return `${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${table}\n%%EOF\n`
}

/** Numbers of letters that are elsewhere in the encoding of PDF than in Unicode. */
const MOVED: Readonly<Record<string, number>> = { '…': 0x85, '’': 0x92, '–': 0x96, '—': 0x97 }

/** Returns a text as PDF writes it. Letters of Western Europe are octal numbers, other letters become question marks. */
export function pdfText(text: string): string {
  const letters = [...text].map((letter) => {
    const code = MOVED[letter] ?? letter.codePointAt(0) ?? 0
    if (letter in MOVED || (code >= 0xa0 && code <= 0xff)) return `\\${code.toString(8)}`
    if (code < 0x20 || code > 0x7e) return '?'
    return /[\\()]/.test(letter) ? `\\${letter}` : letter
  })
  return `(${letters.join('')})`
}
