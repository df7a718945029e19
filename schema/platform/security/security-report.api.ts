/**
 * Reports of content security policy violations: `application/reports+json` (a list, Reporting API) or
 * `application/csp-report` (one). Any client can send any body here, and reports may contain text that a shopper
 * typed, so only the parts that identify a fault of the shop are stored, each shortened.
 */
import * as v from 'valibot'
import { truncatedList } from '../list.ts'

/** Largest number of reports of one request that are used; a broken page repeats the same report. */
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

const NEW_BODY = truncatedList(
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
  // The list also contains other kinds of reports.
  10 * MAX_REPORTS,
)

/** The body of POST /api/ext/security-report. */
export const SECURITY_REPORT = v.union([OLD_BODY, NEW_BODY])

/** One violation, without data that identifies the browser. */
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

/** Parses the violations of a body, at most ten, without violations of browser extensions; `null` for other bodies. */
export function parseCspViolations(body: unknown, shopOrigin: string): CspViolation[] | null {
  const reports = parseOld(body) ?? parseNew(body)
  return reports?.slice(0, MAX_REPORTS).flatMap((report) => toViolation(report, shopOrigin)) ?? null
}

function parseOld(body: unknown): Report[] | null {
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

function parseNew(body: unknown): Report[] | null {
  const parsed = v.safeParse(NEW_BODY, body)
  if (!parsed.success) return null
  return parsed.output.flatMap(({ type, body: report }) => {
    if (type !== 'csp-violation' || !report) return []
    return {
      page: report.documentURL ?? '',
      directive: report.effectiveDirective ?? '',
      blocked: report.blockedURL ?? '',
      source: report.sourceFile ?? '',
      line: report.lineNumber ?? null,
      sample: report.sample ?? '',
    }
  })
}

/** Returns the violation of a report; empty for other sites and browser extensions. */
function toViolation(report: Report, shopOrigin: string): CspViolation[] {
  const page = parseAddress(report.page)
  const isOurs = page?.origin === shopOrigin && /^[a-z-]{3,40}$/.test(report.directive)
  if (!isOurs || [report.source, report.blocked].some((address) => /^[a-z-]+-extension/.test(address)))
    return []
  return [
    {
      directive: report.directive,
      page: firstPart(page.pathname),
      blocked: /^[a-z-]{1,30}$/.test(report.blocked)
        ? report.blocked
        : (parseAddress(report.blocked)?.origin ?? ''),
      source: formatSource(report, shopOrigin),
      // The text after the name of the sink may be the shopper's.
      sink: /^\w{1,40} \w{1,40}(?=\|)/.exec(report.sample)?.[0] ?? '',
    },
  ]
}

function formatSource({ source, line }: Report, shopOrigin: string): string {
  const address = parseAddress(source)
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
  /** `https://host`, or only the scheme of an address without a host (`data:`). */
  origin: string
  pathname: string
}

/** Parses an address without credentials, query and hash; `null` for other texts. */
function parseAddress(text: string): Address | null {
  const [, scheme = '', host, pathname = ''] =
    /^([a-z][a-z\d+.-]{1,30}:)(?:\/\/(?:[^/?#@]*@)?([\w.:[\]-]{1,100}))?([^?#]*)/i.exec(text) ?? []
  return scheme === '' ? null : { origin: host ? `${scheme}//${host}` : scheme, pathname }
}
