import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TreadGauge } from './tread-gauge.tsx'

const blocks = (path: string | undefined) => (path?.match(/M/g) ?? []).length
const paths = (html: string) => [...html.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d)

test('the gauge has one block per 1/32 in of a new tire, filled up to the tread depth, and the number', () => {
  const html = renderToStaticMarkup(<TreadGauge left={9} full={10} />)
  expect(paths(html).map(blocks)).toEqual([1, 9])
  expect(html).toContain('aria-label="9/32 inch of tread left, 10/32 when new"')
  expect(html).toContain('9/32 in</b>')
})

test('half of 1/32 in fills half of a block, which is also drawn as worn', () => {
  expect(paths(renderToStaticMarkup(<TreadGauge left={6.5} full={12} />)).map(blocks)).toEqual([6, 7])
})

test('a tread depth of 4/32 and below is marked as low', () => {
  expect(renderToStaticMarkup(<TreadGauge left={4} full={10} />)).toContain('gauge low')
  expect(renderToStaticMarkup(<TreadGauge left={4.5} full={10} />)).not.toContain('low')
})

test('a tread depth above that of a new tire is drawn as full', () => {
  expect(paths(renderToStaticMarkup(<TreadGauge left={11} full={10} />)).map(blocks)).toEqual([11])
})
