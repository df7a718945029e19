import { expect, test } from 'vitest'
import { cmsHref } from '../../schema/paths.ts'
import { FOOTER, LEGAL } from '../../schema/platform/site-links.ts'
import { TEXT_PAGES } from './pages.ts'

test('[G4] a page that asks for a link in the footer has one, and the footer leads to no page that does not exist', () => {
  const links = [...FOOTER.flatMap(({ links: own }) => own), ...LEGAL]
  const missing = TEXT_PAGES.filter(
    ({ identifier, footer }) =>
      footer !== undefined &&
      !links.some(({ href, label }) => href === cmsHref(identifier) && label === footer),
  )
  expect(
    missing.map(
      ({ identifier, footer }) =>
        `add { label: '${footer}', href: '${cmsHref(identifier)}' } to schema/platform/site-links.ts`,
    ),
  ).toEqual([])
  const pages = TEXT_PAGES.map(({ identifier }) => cmsHref(identifier))
  const dead = links.filter(({ href }) => href.startsWith('/i/') && !pages.includes(href))
  expect(dead.map(({ href }) => `${href}: no page in scripts/base/pages/`)).toEqual([])
})

test('[G4] ids of pages are their own, and so is each place in a chapter', () => {
  expect(new Set(TEXT_PAGES.map(({ id }) => id)).size).toBe(TEXT_PAGES.length)
  const places = TEXT_PAGES.map(({ chapter, position }) => `${chapter} ${position}`)
  expect(new Set(places).size).toBe(TEXT_PAGES.length)
})
