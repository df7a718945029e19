import { expect, test } from 'vitest'
import { careGuide } from './care-guide.ts'
import { pdfOf } from './pdf.ts'

const text = new TextDecoder('latin1').decode(careGuide())

test('[C8] the guide is a PDF of eight pages whose table has the offset of each object', () => {
  expect(text.startsWith('%PDF-1.7\n')).toBe(true)
  expect(text.endsWith('%%EOF\n')).toBe(true)
  expect(text.match(/\/Type \/Page \//g)).toHaveLength(8)
  expect(text).toContain('/Count 8')
  const table = Number(/startxref\n(\d+)\n/.exec(text)?.[1])
  expect(text.slice(table, table + 5)).toBe('xref\n')
  const entries = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)]
  expect(entries).toHaveLength(4 + 2 * 8)
  entries.forEach(([, offset], index) => {
    expect(text.slice(Number(offset)).startsWith(`${index + 1} 0 obj\n`)).toBe(true)
  })
})

test('[C8] each stream has its declared length', () => {
  for (const [, length, stream] of text.matchAll(/<< \/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g)) {
    expect(stream).toHaveLength(Number(length))
  }
})

test('parentheses are escaped, and text that the font or the page cannot show is refused', () => {
  const page = (line: string) => pdfOf('T', [{ heading: 'H', paragraphs: [line] }])
  expect(new TextDecoder().decode(page('a (b) \\ c'))).toContain('(a \\(b\\) \\\\ c) Tj')
  expect(() => page('5 °C')).toThrow('not plain ASCII')
  expect(() => page('word '.repeat(900).trim())).toThrow('does not fit')
})
