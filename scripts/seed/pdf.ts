/** Writes a plain PDF of text pages, letter size, in Helvetica. The same pages give the same bytes. */

export interface PdfPage {
  heading: string
  paragraphs: readonly string[]
}

/** Measures in points. */
const PAGE = { width: 612, height: 792, margin: 72 }
const TEXT = { size: 12, leading: 18 }
const HEADING = { size: 24, leading: 40 }
/** Letters per line: Helvetica's are half an em wide on average, and some room is left for wide ones. */
const LINE = 76

/** Returns the PDF. Texts must be printable ASCII: the built-in fonts of PDF need an encoding for more. */
export function pdfOf(title: string, pages: readonly PdfPage[]): Uint8Array {
  const first = 5
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${first + 2 * index} 0 R`).join(' ')}] >>`,
    '<< /Font << /R << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> /B << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >> >> >>',
    `<< /Title ${literal(title)} /Author (Treadline) >>`,
  ]
  for (const [index, page] of pages.entries()) {
    const content = contentOf(page, `${index + 1} of ${pages.length}`)
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources 3 0 R /Contents ${first + 2 * index + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    )
  }
  return assembled(objects)
}

/** Joins objects and the table of their offsets; all text is ASCII, so letters are bytes. */
function assembled(objects: readonly string[]): Uint8Array {
  let text = '%PDF-1.7\n'
  const offsets = objects.map((body, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const table = text.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return new TextEncoder().encode(text)
}

function contentOf({ heading, paragraphs }: PdfPage, pageLabel: string): string {
  const top = PAGE.height - PAGE.margin - HEADING.size
  const out = [`BT /B ${HEADING.size} Tf ${PAGE.margin} ${top} Td ${literal(heading)} Tj ET`]
  let y = top - HEADING.leading
  for (const paragraph of paragraphs) {
    for (const line of linesOf(paragraph)) {
      out.push(`BT /R ${TEXT.size} Tf ${PAGE.margin} ${y} Td ${literal(line)} Tj ET`)
      y -= TEXT.leading
    }
    y -= TEXT.leading / 2
  }
  if (y < PAGE.margin) throw new Error(`"${heading}" does not fit on its page`)
  out.push(`BT /R 10 Tf ${PAGE.margin} ${PAGE.margin / 2} Td ${literal(pageLabel)} Tj ET`)
  return out.join('\n')
}

function linesOf(paragraph: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > LINE) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

function literal(text: string): string {
  if (!/^[\x20-\x7e]*$/.test(text)) throw new Error(`not plain ASCII: ${text}`)
  return `(${text.replace(/[\\()]/g, '\\$&')})`
}
