/** Writes a plain PDF of text pages, letter size, in Helvetica. The same pages give the same bytes. */

import { pdfDocument, pdfText } from '../../schema/platform/pdf/pdf-document.ts'

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

/** Returns the PDF. Texts must be printable ASCII, which every reader of the guide's fonts can show. */
export function pdfOf(title: string, pages: readonly PdfPage[]): Uint8Array {
  const sheets = pages.map((page, index) => ({
    width: PAGE.width,
    height: PAGE.height,
    content: contentOf(page, `${index + 1} of ${pages.length}`),
  }))
  return new TextEncoder().encode(pdfDocument(title, sheets))
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
  return pdfText(text)
}
