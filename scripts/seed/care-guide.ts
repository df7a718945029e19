/** The tire care guide that the shop sells for nothing: eight pages, a PDF made anew with each seed. */
import { readFileSync } from 'node:fs'
import { pdfOf } from './pdf.ts'

/** `file_key` of its download link. */
export const GUIDE_KEY = 'guides/tire-care.pdf'

/** The guide as a file; each heading of care-guide.md begins a page. */
export function careGuide(): Uint8Array {
  const text = readFileSync(new URL('care-guide.md', import.meta.url), 'utf8')
  const pages = text.split(/^# /m).slice(1)
  return pdfOf(
    'Tire care guide',
    pages.map((page) => {
      const [heading = '', ...paragraphs] = page.trim().split('\n\n')
      return { heading, paragraphs }
    }),
  )
}
