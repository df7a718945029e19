import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TreadGauge } from './tread-gauge.tsx'

const blocks = (path: string | undefined) => (path?.match(/M/g) ?? []).length
const paths = (html: string) => [...html.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d)

test('one block per 1/32 in when new, filled as many as are left, and the number beside it', () => {
  const html = renderToStaticMarkup(<TreadGauge left={9} full={10} />)
  expect(paths(html).map(blocks)).toEqual([1, 9])
  expect(html).toContain('aria-label="9/32 inch of tread left, 10/32 when new"')
  expect(html).toContain('9/32 in</b>')
})

test('half a thirty-second fills half a block that is still drawn as worn', () => {
  expect(paths(renderToStaticMarkup(<TreadGauge left={6.5} full={12} />)).map(blocks)).toEqual([6, 7])
})

test('4/32 and below asks for attention, above does not', () => {
  expect(renderToStaticMarkup(<TreadGauge left={4} full={10} />)).toContain('gauge low')
  expect(renderToStaticMarkup(<TreadGauge left={4.5} full={10} />)).not.toContain('low')
})

test('a tire that measures more than its model when new is drawn full', () => {
  expect(paths(renderToStaticMarkup(<TreadGauge left={11} full={10} />)).map(blocks)).toEqual([11])
})
