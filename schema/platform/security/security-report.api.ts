/**
 * What browsers send when a page's policy refused something: `application/reports+json` (a list, Reporting API) or
 * `application/csp-report` (one). Anybody can send anything here, and what a shopper's browser says may hold what he
 * typed: only the parts that name a fault of the shop are taken over, and none of them whole.
 */
import * as v from 'valibot'
import { firstOf } from '../list.ts'

/** Of one delivery; a broken page says the same again and again. */
const MOST = 10
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
  // Others stand between them.
  10 * MOST,
)

/** The body of POST /api/ext/security-report. */
export const SECURITY_REPORT = v.union([OLD_BODY, NEW_BODY])

/** One refusal, with nothing in it that says whose browser it was. */
interface CspViolation {
  /** `script-src-elem`, `require-trusted-types-for` … */
  directive: string
  /** First part of the page's path: `/p/…`. */
  page: string
  /** `inline`, `eval`, `trusted-types-sink`, or an origin. */
  blocked: string
  /** File of this shop and line, or another's origin; empty when the browser does not say. */
  source: string
  /** `Element innerHTML` where Trusted Types refused. */
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

/** The refusals in `body`, at most ten; `null` for what is no report. Those that browser extensions caused are left out. */
export function parseCspViolations(body: unknown, shopOrigin: string): CspViolation[] | null {
  const told = readOld(body) ?? readNew(body)
  if (told === null) return null
  return told.slice(0, MOST).flatMap((one) => refusalOf(one, shopOrigin))
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

function refusalOf(told: Report, shopOrigin: string): CspViolation[] {
  const page = addressOf(told.page)
  const isOurs = page?.origin === shopOrigin && /^[a-z-]{3,40}$/.test(told.directive)
  if (!isOurs || [told.source, told.blocked].some((address) => /^[a-z-]+-extension/.test(address))) return []
  return [
    {
      directive: told.directive,
      page: firstPart(page.pathname),
      blocked: /^[a-z-]{1,30}$/.test(told.blocked) ? told.blocked : (addressOf(told.blocked)?.origin ?? ''),
      source: sourceOf(told, shopOrigin),
      // What follows the name of the sink is what was written there.
      sink: /^\w{1,40} \w{1,40}(?=\|)/.exec(told.sample)?.[0] ?? '',
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

/** Later parts of a path may be a name, a number or a token; the first one is the kind of page. */
function firstPart(pathname: string): string {
  const [, first = '', ...more] = pathname.split('/')
  const kind = /^[\w.-]{0,40}$/.test(first) ? first : '…'
  return more.some(Boolean) ? `/${kind}/…` : `/${kind}`
}

interface Address {
  /** `https://host`, or the scheme alone where there is no host (`data:`). */
  origin: string
  pathname: string
}

/** Credentials, query and hash are left behind. */
function addressOf(text: string): Address | null {
  const [, scheme = '', host, pathname = ''] =
    /^([a-z][a-z\d+.-]{1,30}:)(?:\/\/(?:[^/?#@]*@)?([\w.:[\]-]{1,100}))?([^?#]*)/i.exec(text) ?? []
  return scheme === '' ? null : { origin: host ? `${scheme}//${host}` : scheme, pathname }
}
