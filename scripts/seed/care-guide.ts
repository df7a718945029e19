/** The tire care guide, a free download of the demo shop: a PDF of eight pages, created with each seed. */
import { readFileSync } from 'node:fs'
import { pdfOf } from './pdf.ts'

/** The `file_key` of the guide's download link. */
export const GUIDE_KEY = 'guides/tire-care.pdf'

/** Returns the guide as a PDF file; each heading of care-guide.md begins a page. */
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
