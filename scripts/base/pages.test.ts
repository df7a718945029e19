import { expect, test } from 'vitest'
import { cmsHref } from '../../schema/paths.ts'
import { FOOTER, LEGAL } from '../../schema/platform/site-links.ts'
import { TEXT_PAGES } from './pages.ts'

test('[G4] a page with a footer label has its link in the footer, and no footer link leads to a missing page', () => {
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

test('[G4] ids of pages are unique, and positions are unique in a chapter', () => {
  const keys = TEXT_PAGES.flatMap(({ id, identifier, chapter, position }) => [
    { key: `id ${id}`, identifier },
    { key: `${chapter}, position ${position}`, identifier },
  ])
  const taken = keys.filter(({ key }, index) => keys.findIndex((other) => other.key === key) < index)
  expect(taken.map(({ key, identifier }) => `${identifier}: another page has ${key}`)).toEqual([])
})
