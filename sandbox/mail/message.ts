/** A sent message in the mailbox. */
export interface Message {
  id: string
  /** ISO 8601. */
  created_at: string
  from: string
  to: string[]
  cc: string[]
  bcc: string[]
  reply_to: string[]
  subject: string
  html: string | null
  text: string | null
  headers: Record<string, string>
  tags: { name: string; value: string }[]
}

/** A refusal in Resend's form (resend.com/docs/api-reference/errors). */
export interface MailError {
  statusCode: number
  name: string
  message: string
}

/** A message without the fields that the service adds. */
export type Draft = Omit<Message, 'id' | 'created_at'>

const MAILBOX = /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)$/

/** Parses the body of POST /emails. */
export function readDraft(body: unknown): Draft | MailError {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { statusCode: 400, name: 'validation_error', message: 'The request body must be a JSON object.' }
  }
  const fields = body as Record<string, unknown>
  for (const name of ['from', 'to', 'subject']) {
    if (fields[name] === undefined || fields[name] === '') return missing(name)
  }
  const html = textField(fields.html)
  const text = textField(fields.text)
  if (html === null && text === null) return missing('html` or `text')
  if (typeof fields.from !== 'string' || !MAILBOX.test(fields.from)) return invalidAddress('from')
  if (typeof fields.subject !== 'string') return invalid('The `subject` field must be a string.')
  const to = addresses(fields.to)
  if (!to || to.length === 0 || to.length > 50) return invalidAddress('to')
  const cc = addresses(fields.cc ?? [])
  if (!cc) return invalidAddress('cc')
  const bcc = addresses(fields.bcc ?? [])
  if (!bcc) return invalidAddress('bcc')
  const replyTo = addresses(fields.reply_to ?? [])
  if (!replyTo) return invalidAddress('reply_to')
  const headers = headerFields(fields.headers ?? {})
  if (!headers) return invalid('The `headers` field must be an object of strings.')
  const tags = tagFields(fields.tags ?? [])
  if (!tags) return invalid('Tags should only contain ASCII letters, numbers, underscores, or dashes.')
  return {
    from: fields.from,
    to,
    cc,
    bcc,
    reply_to: replyTo,
    subject: fields.subject,
    html,
    text,
    headers,
    tags,
  }
}

/** Checks whether the result is a refusal. */
export function isMailError(value: Draft | MailError): value is MailError {
  return 'statusCode' in value
}

function missing(name: string): MailError {
  return { statusCode: 422, name: 'missing_required_field', message: `Missing \`${name}\` field.` }
}

function invalid(message: string): MailError {
  return { statusCode: 422, name: 'validation_error', message }
}

function invalidAddress(name: string): MailError {
  return invalid(
    `Invalid \`${name}\` field. The email address needs to follow the \`email@example.com\` or \`Name <email@example.com>\` format.`,
  )
}

function textField(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function addresses(value: unknown): string[] | null {
  const list = Array.isArray(value) ? value : [value]
  return list.every((item) => typeof item === 'string' && MAILBOX.test(item)) ? list : null
}

function headerFields(value: unknown): Record<string, string> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries = Object.entries(value)
  return entries.every(([, text]) => typeof text === 'string') ? Object.fromEntries(entries) : null
}

function tagFields(value: unknown): Message['tags'] | null {
  if (!Array.isArray(value)) return null
  const isValid = value.every((tag: { name?: unknown; value?: unknown } | null) =>
    [tag?.name, tag?.value].every((part) => typeof part === 'string' && /^[\w-]{1,256}$/.test(part)),
  )
  return isValid ? value : null
}
