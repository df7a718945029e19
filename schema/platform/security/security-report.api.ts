/**
 * Reports of content security policy violations: `application/reports+json` (a list, Reporting API) or
 * `application/csp-report` (one). Anybody can send anything here, and reports may contain what a shopper typed, so only the
 * parts that identify a fault of the shop are stored, and none of them whole.
 */
import * as v from 'valibot'
import { firstOf } from '../list.ts'

/** How many reports of one request are read; a broken page repeats the same one. */
const MAX_REPORTS = 10
const text = v.optional(v.nullable(v.string()))

const OLD_BODY = v.object({
  'csp-report': v.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
    'line-number': v.optional(v.nullable(v.number())),
    'script-sample': text,
  }),
})

const NEW_BODY = firstOf(
  v.object({
    type: v.string(),
    body: v.optional(
      v.nullable(
        v.object({
          documentURL: text,
          effectiveDirective: text,
          blockedURL: text,
          sourceFile: text,
          lineNumber: v.optional(v.nullable(v.number())),
          sample: text,
        }),
      ),
    ),
  }),
  // Other reports are in the same list.
  10 * MAX_REPORTS,
)

/** The body of POST /api/ext/security-report. */
export const SECURITY_REPORT = v.union([OLD_BODY, NEW_BODY])

/** One violation, without anything that identifies the browser. */
interface CspViolation {
  /** `script-src-elem`, `require-trusted-types-for` … */
  directive: string
  /** First part of the page's path: `/p/…`. */
  page: string
  /** `inline`, `eval`, `trusted-types-sink`, or an origin. */
  blocked: string
  /** File and line of this shop, or another origin; empty when unknown. */
  source: string
  /** `Element innerHTML` for violations of Trusted Types. */
  sink: string
}

interface Report {
  page: string
  directive: string
  blocked: string
  source: string
  line: number | null
  sample: string
}

/** Parses the violations of a body, at most ten; `null` unless it is a report. Those of browser extensions are left out. */
export function parseCspViolations(body: unknown, shopOrigin: string): CspViolation[] | null {
  const report = readOld(body) ?? readNew(body)
  if (report === null) return null
  return report.slice(0, MAX_REPORTS).flatMap((one) => refusalOf(one, shopOrigin))
}

function readOld(body: unknown): Report[] | null {
  const parsed = v.safeParse(OLD_BODY, body)
  if (!parsed.success) return null
  const report = parsed.output['csp-report']
  const violated = report['violated-directive']?.split(' ')[0]
  return [
    {
      page: report['document-uri'] ?? '',
      directive: report['effective-directive'] ?? violated ?? '',
      blocked: report['blocked-uri'] ?? '',
      source: report['source-file'] ?? '',
      line: report['line-number'] ?? null,
      sample: report['script-sample'] ?? '',
    },
  ]
}

function readNew(body: unknown): Report[] | null {
  const parsed = v.safeParse(NEW_BODY, body)
  if (!parsed.success) return null
  return parsed.output.flatMap(({ type, body: report }) =>
    type !== 'csp-violation' || !report
      ? []
      : [
          {
            page: report.documentURL ?? '',
            directive: report.effectiveDirective ?? '',
            blocked: report.blockedURL ?? '',
            source: report.sourceFile ?? '',
            line: report.lineNumber ?? null,
            sample: report.sample ?? '',
          },
        ],
  )
}

function refusalOf(report: Report, shopOrigin: string): CspViolation[] {
  const page = addressOf(report.page)
  const isOurs = page?.origin === shopOrigin && /^[a-z-]{3,40}$/.test(report.directive)
  if (!isOurs || [report.source, report.blocked].some((address) => /^[a-z-]+-extension/.test(address)))
    return []
  return [
    {
      directive: report.directive,
      page: firstPart(page.pathname),
      blocked: /^[a-z-]{1,30}$/.test(report.blocked)
        ? report.blocked
        : (addressOf(report.blocked)?.origin ?? ''),
      source: sourceOf(report, shopOrigin),
      // The text after the name of the sink is the shopper's.
      sink: /^\w{1,40} \w{1,40}(?=\|)/.exec(report.sample)?.[0] ?? '',
    },
  ]
}

function sourceOf({ source, line }: Report, shopOrigin: string): string {
  const address = addressOf(source)
  if (!address) return ''
  if (address.origin !== shopOrigin) return address.origin
  const file = /^\/assets\/[\w.-]{1,80}$/.test(address.pathname)
    ? address.pathname
    : firstPart(address.pathname)
  return line !== null && Number.isSafeInteger(line) ? `${file}:${line}` : file
}

/** Returns the first part of a path, the kind of page; later parts may be a name, a number or a token. */
function firstPart(pathname: string): string {
  const [, first = '', ...more] = pathname.split('/')
  const kind = /^[\w.-]{0,40}$/.test(first) ? first : '…'
  return more.some(Boolean) ? `/${kind}/…` : `/${kind}`
}

interface Address {
  /** Returns `https://host`, or the scheme alone without a host (`data:`). */
  origin: string
  pathname: string
}

/** Drops credentials, query and hash. */
function addressOf(text: string): Address | null {
  const [, scheme = '', host, pathname = ''] =
    /^([a-z][a-z\d+.-]{1,30}:)(?:\/\/(?:[^/?#@]*@)?([\w.:[\]-]{1,100}))?([^?#]*)/i.exec(text) ?? []
  return scheme === '' ? null : { origin: host ? `${scheme}//${host}` : scheme, pathname }
}
