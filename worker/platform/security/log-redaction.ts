/**
 * What is logged of a failure: its message, the places in the code and the cause, and nothing that grants access
 * or names a person. Errors of libraries repeat what they were given: addresses with their query, parameters of SQL.
 */

/** Characters; more says no more. */
const MAX_LENGTH = 4000
const CAUSES = 3
const HIDDEN = '[hidden]'

const CREDENTIALS: readonly [RegExp, string][] = [
  // Headers that are secrets as a whole.
  [/\b((?:set-)?cookie|authorization)(["']?\s*[:=]\s*)[^\n]+/gi, `$1$2${HIDDEN}`],
  // Parts of an address or of a body that open something, by their names.
  [/([?&](?:code|state|response)=)[^\s&#"']+/gi, `$1${HIDDEN}`],
  [
    /\b((?:\w+_)?token|\w+Token|cart_?id|proof|(?:\w+_)?secret|\w*password|(?:\w+-)?response|captcha)(["']?\s*[=:]\s*["']?)[^\s&"',;)}]+/gi,
    `$1$2${HIDDEN}`,
  ],
  // The proof in an order's own address.
  [/(\/order\/[^/\s]+\/)[\w-]{16,}/g, `$1${HIDDEN}`],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, HIDDEN],
  // Keys and secrets of providers: `sk_test_…`, `whsec_…`, `pi_…_secret_…`, `ctoken_…`.
  [/\b(?:sk|rk|pk|re|whsec|ctoken|pm)_\w{4,}|\b(?:pi|seti)_\w+_secret_\w+/g, HIDDEN],
  [/\$(?:argon2\w*|scrypt)\$[^\s"']+/g, HIDDEN],
  // Our own: secrets of sessions and links, quote ids, digests, names of conversations.
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, HIDDEN],
  [/(?<!\w)[0-9a-f]{32,}(?:\.[\w-]+)?/gi, HIDDEN],
  // Begun where a name begins, so that a long text is read once.
  [/(?<![^\s@"'<>(),;:=])[^\s@"'<>(),;:=]+@[^\s@"'<>(),;:]+\.[a-z]{2,}/gi, HIDDEN],
]

/** Returns the text on one line, without credentials and without names of people. */
export function redact(text: string): string {
  return hidden(oneLine(beginning(text)))
}

function hidden(text: string): string {
  return CREDENTIALS.reduce((rest, [pattern, by]) => rest.replace(pattern, by), beginning(text)).slice(
    0,
    MAX_LENGTH,
  )
}

/** Length of a logged text, up to the end of a word: the first half of a secret does not look like one. */
function beginning(text: string): string {
  if (text.length <= MAX_LENGTH) return text
  const cut = text.slice(0, MAX_LENGTH)
  const end = Math.max(...[' ', '\n', '/', '?', '&', ',', ';', '"'].map((mark) => cut.lastIndexOf(mark)))
  return cut.slice(0, end + 1)
}

/** Line ends, escape sequences and marks that turn the direction of writing would let a request write lines of its own. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, encodeURIComponent)
}

/** A failure in words for the log, with what caused it. */
export function describeError(error: unknown): string {
  const messages: string[] = []
  let next: unknown = error
  while (next !== undefined && next !== null && messages.length < CAUSES) {
    messages.push(wordsOf(next))
    next = next instanceof Error ? next.cause : null
  }
  return hidden(messages.join('\ncaused by '))
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(beginning(String(error)))
  // Drizzle writes the parameters of a query behind it, whatever stands in them.
  const words = `${error.name}: ${beginning(error.message).split('\nparams:')[0] ?? ''}`
  // The message stands once more at the head of the stack.
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [oneLine(words), ...places].join('\n')
}
