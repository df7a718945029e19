/**
 * Texts for the log: message, stack and cause of a failure, without data that grants access or names a person. Errors
 * of libraries can contain such data: addresses with their query, parameters of SQL.
 */

/** Largest number of characters of a logged text. */
const MAX_LENGTH = 4000
/** Largest number of errors in a chain of causes. */
const MAX_CAUSES = 3
const HIDDEN = '[hidden]'

const CREDENTIALS: readonly [RegExp, string][] = [
  // Headers whose whole value is secret.
  [/\b((?:set-)?cookie|authorization)(["']?\s*[:=]\s*)[^\n]+/gi, `$1$2${HIDDEN}`],
  // Parameters of an address or fields of a body that grant access.
  [/([?&](?:code|state|response)=)[^\s&#"']+/gi, `$1${HIDDEN}`],
  [
    /\b((?:\w+_)?token|\w+Token|cart_?id|proof|(?:\w+_)?secret|\w*password|(?:\w+-)?response|captcha)(["']?\s*[=:]\s*["']?)[^\s&"',;)}]+/gi,
    `$1$2${HIDDEN}`,
  ],
  // The signature in the address of an order.
  [/(\/order\/[^/\s]+\/)[\w-]{16,}/g, `$1${HIDDEN}`],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, HIDDEN],
  // Keys and secrets of providers: `sk_test_…`, `whsec_…`, `pi_…_secret_…`, `ctoken_…`.
  [/\b(?:sk|rk|pk|re|whsec|ctoken|pm)_\w{4,}|\b(?:pi|seti)_\w+_secret_\w+/g, HIDDEN],
  [/\$(?:argon2\w*|scrypt)\$[^\s"']+/g, HIDDEN],
  // Secrets of the shop: tokens of sessions and links, quote ids, digests, ids of chats.
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, HIDDEN],
  [/(?<!\w)[0-9a-f]{32,}(?:\.[\w-]+)?/gi, HIDDEN],
  // E-mail addresses; matched from the start of a name, so that a long text is read once.
  [/(?<![^\s@"'<>(),;:=])[^\s@"'<>(),;:=]+@[^\s@"'<>(),;:]+\.[a-z]{2,}/gi, HIDDEN],
]

/** Returns the text on one line, without credentials and without names of people. */
export function redact(text: string): string {
  return hideSecrets(oneLine(truncate(text)))
}

function hideSecrets(text: string): string {
  const hidden = CREDENTIALS.reduce((rest, [pattern, by]) => rest.replace(pattern, by), truncate(text))
  return hidden.slice(0, MAX_LENGTH)
}

/** Shortens a text at the end of a word, because part of a secret would not be recognized as one. */
function truncate(text: string): string {
  if (text.length <= MAX_LENGTH) return text
  const cut = text.slice(0, MAX_LENGTH)
  const end = Math.max(...[' ', '\n', '/', '?', '&', ',', ';', '"'].map((mark) => cut.lastIndexOf(mark)))
  return cut.slice(0, end + 1)
}

/** Encodes line breaks, escape sequences and marks of text direction, with which a request could forge log lines. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, encodeURIComponent)
}

/** Describes an error for the log, with its causes. */
export function describeError(error: unknown): string {
  const messages: string[] = []
  let next: unknown = error
  while (next !== undefined && next !== null && messages.length < MAX_CAUSES) {
    messages.push(describeOne(next))
    next = next instanceof Error ? next.cause : null
  }
  return hideSecrets(messages.join('\ncaused by '))
}

function describeOne(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(truncate(String(error)))
  // Drizzle adds the parameters of a query to the message.
  const message = `${error.name}: ${truncate(error.message).split('\nparams:')[0] ?? ''}`
  // The stack begins with the message, so only the lines of the stack frames are used.
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [oneLine(message), ...frames].join('\n')
}
