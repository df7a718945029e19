import { expect, test } from 'vitest'
import { parseCspViolations } from './security-report.api.ts'

const SHOP = 'https://shop.example'

const newReport = (body: object) => [
  { type: 'csp-violation', age: 1, url: `${SHOP}/`, user_agent: 'X', body },
]

test('a report of either format is reduced to rule, kind of page and sink, without text that the shopper typed', () => {
  const violation = {
    directive: 'require-trusted-types-for',
    page: '/p/…',
    blocked: 'trusted-types-sink',
    source: '/assets/filters-BXoexTxJ.js:12',
    sink: 'Element innerHTML',
  }
  const report = {
    documentURL: `${SHOP}/p/TL-1/some-name?email=dana@whitfield.example&token=abc#x`,
    referrer: `${SHOP}/search?q=dana`,
    effectiveDirective: 'require-trusted-types-for',
    blockedURL: 'trusted-types-sink',
    sourceFile: `${SHOP}/assets/filters-BXoexTxJ.js?v=dana`,
    lineNumber: 12,
    sample: 'Element innerHTML|<b>dana@whitfield.example',
    originalPolicy: 'x',
  }
  const violations = parseCspViolations(newReport(report), SHOP)
  expect(violations).toEqual([violation])
  const old = {
    'csp-report': {
      'document-uri': report.documentURL,
      'violated-directive': 'require-trusted-types-for',
      'blocked-uri': report.blockedURL,
      'source-file': report.sourceFile,
      'line-number': 12,
      'script-sample': report.sample,
    },
  }
  expect(parseCspViolations(old, SHOP)).toEqual([violation])
})

test('a blocked source is reduced to its origin, and a path to its first part', () => {
  const report = {
    documentURL: `${SHOP}/create-password/?token=secret`,
    effectiveDirective: 'img-src',
    blockedURL: 'https://tracker.example/u/dana?id=7',
    sourceFile: 'https://tracker.example/a/b.js?u=dana',
  }
  expect(parseCspViolations(newReport(report), SHOP)).toEqual([
    {
      directive: 'img-src',
      page: '/create-password',
      blocked: 'https://tracker.example',
      source: 'https://tracker.example',
      sink: '',
    },
  ])
})

test('reports of extensions, other sites and other kinds are ignored; other bodies are not reports', () => {
  const report = { documentURL: `${SHOP}/`, effectiveDirective: 'script-src-elem', blockedURL: 'inline' }
  const ignored = [
    { ...report, sourceFile: 'chrome-extension://abc/x.js' },
    { ...report, documentURL: 'https://other.example/' },
    { ...report, effectiveDirective: 'x\n{"level":"fatal"}' },
  ]
  for (const body of ignored) expect(parseCspViolations(newReport(body), SHOP)).toEqual([])
  expect(parseCspViolations([{ type: 'deprecation', body: { id: 'x' } }], SHOP)).toEqual([])
  for (const body of [null, 'x', {}, { 'csp-report': 7 }]) expect(parseCspViolations(body, SHOP)).toBeNull()
  const many = Array.from({ length: 50 }, () => newReport(report)[0])
  expect(parseCspViolations(many, SHOP)).toHaveLength(10)
})
