/** A dealer's application: the company and its documents (F7). */
import type { Company } from '../../identity/sign-in/company.ts'
import {
  emailAddress,
  type FieldErrors,
  firstMessage,
  maxLength60,
  required,
} from '../../platform/forms/field.ts'

/** Bytes of one file. */
export const DOCUMENT_MAX = 5 * 1024 * 1024
/** Bytes of all files that are sent at once. */
export const UPLOAD_MAX = 10_485_760
/** Stored documents of one customer. */
export const DOCUMENTS_MAX = 10
const FILE_NAME_MAX = 120

export const DEALER_MESSAGES = {
  tooLarge: 'File size is too large',
  extension: 'Invalid extension',
  empty: 'This file is empty.',
  content: 'This file is not what its name says. Please save it in the format of its name and send it again.',
  active: 'This file holds macros, scripts or other files. Please send a plain copy of it, such as a scan.',
  none: 'No files were uploaded',
  tooMany: `You can keep at most ${DOCUMENTS_MAX} documents. Remove one first.`,
  saved: 'Your application has been saved. We answer by e-mail within two business days.',
  removed: 'The document has been removed.',
  noSuchDocument: 'There is no such document.',
} as const

/** Extensions of the form; older clients send `doxc` for `docx`. */
export const DOCUMENT_EXTENSIONS = ['doc', 'docx', 'pdf', 'doxc', 'png', 'jpeg', 'jpg'] as const
type DocumentKind = 'doc' | 'docx' | 'pdf' | 'png' | 'jpeg'

const KIND_OF: Readonly<Record<(typeof DOCUMENT_EXTENSIONS)[number], DocumentKind>> = {
  doc: 'doc',
  docx: 'docx',
  doxc: 'docx',
  pdf: 'pdf',
  png: 'png',
  jpeg: 'jpeg',
  jpg: 'jpeg',
}

export const DOCUMENT_TYPES: Readonly<Record<DocumentKind, string>> = {
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
}

export interface DealerDocument {
  id: number
  name: string
  /** Bytes. */
  size: number
  /** Milliseconds. */
  createdAt: number
}

/** Returns the kind that a file's name claims; `null` for kinds that are not accepted. */
export function documentKind(name: string): DocumentKind | null {
  const extension = /\.([a-z]+)$/i.exec(endOf(name).trim())?.[1]?.toLowerCase()
  const known = DOCUMENT_EXTENSIONS.find((one) => one === extension)
  return known ? KIND_OF[known] : null
}

/** Returns the message of the first rule that a file's name or size breaks. */
export function documentMessage(file: { name: string; size: number }): string | null {
  if (documentKind(file.name) === null) return DEALER_MESSAGES.extension
  if (file.size === 0) return DEALER_MESSAGES.empty
  return file.size > DOCUMENT_MAX ? DEALER_MESSAGES.tooLarge : null
}

/** Returns the message of the first rule that the files break together; `stored` counts earlier documents. An empty input sends a file without a name. */
export function documentsMessage(
  files: readonly { name: string; size: number }[],
  about: { stored: number; isRequired: boolean },
): string | null {
  if (files.length === 0) return about.isRequired && about.stored === 0 ? DEALER_MESSAGES.none : null
  for (const file of files) {
    const message = documentMessage(file)
    if (message !== null) return message
  }
  if (files.reduce((sum, { size }) => sum + size, 0) > UPLOAD_MAX) return DEALER_MESSAGES.tooLarge
  return about.stored + files.length > DOCUMENTS_MAX ? DEALER_MESSAGES.tooMany : null
}

/** Returns whether the bytes are of the kind that the name claims. */
export function isDocument(kind: DocumentKind, bytes: Uint8Array): boolean {
  switch (kind) {
    case 'pdf':
      return starts(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d])
    case 'png':
      return starts(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    case 'jpeg':
      return starts(bytes, [0xff, 0xd8, 0xff])
    case 'doc':
      return starts(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
    case 'docx':
      // Names in an archive are not compressed; only a text document has a folder of this name.
      return (
        starts(bytes, [0x50, 0x4b, 0x03, 0x04]) &&
        holds(bytes, '[Content_Types].xml') &&
        holds(bytes, 'word/document')
      )
  }
}

/** The standard file for testing virus scanners. */
const EICAR = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'
/** Marks of active content. Names in archives are not compressed. */
const ACTIVE: Readonly<Partial<Record<DocumentKind, RegExp>>> = {
  pdf: /\/(?:JavaScript|JS|OpenAction|AA|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData)(?![A-Za-z0-9])/,
  docx: /vbaProject|vbaData|word\/activeX|oleObject/i,
  doc: /_VBA_PROJECT|Macros|Ole10Native/,
}

/** Returns whether a document has active content or embedded files; `text` are its bytes as Latin-1. */
export function isActive(kind: DocumentKind, text: string): boolean {
  // A name in a PDF may be spelled with `#4A` for its letters, and OLE has a zero behind each.
  const plain = (kind === 'pdf' ? withoutCompressed(text) : text)
    .replaceAll('\0', '')
    .replace(/#([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return text.includes(EICAR) || plain.includes(EICAR) || (ACTIVE[kind]?.test(plain) ?? false)
}

/** The dictionary before a compressed body, which names the compression. */
const PACKED = /\/Filter\s*\[?\s*\/\w+Decode/
/** Longest dictionary that is read; the body behind a longer one is searched too. */
const DICTIONARY_MAX = 2000

/** Returns a PDF without its compressed bodies, in which short names occur by chance. */
function withoutCompressed(text: string): string {
  const rest: string[] = []
  let from = 0
  let body: number | null = null
  for (const { 0: word, index } of text.matchAll(/endstream|endobj|stream\r?\n/g)) {
    if (word === 'endstream' && body !== null) {
      rest.push(text.slice(from, body))
      from = index
    }
    if (word.startsWith('end')) body = null
    else if (body === null) {
      const before = text.slice(Math.max(from, index - DICTIONARY_MAX), index).trimEnd()
      const own = before.slice(before.lastIndexOf('obj'))
      if (own.endsWith('>>') && PACKED.test(own)) body = index + word.length
    }
  }
  return rest.concat(text.slice(from)).join('')
}

/** Returns a file name that can be shown and sent in a header: the last part of the path, visible letters only. */
export function documentName(name: string): string {
  const bare = (endOf(name).split(/[/\\]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}"<>]/gu, '').trim()
  const dot = bare.lastIndexOf('.')
  const [stem, extension] = [bare.slice(0, dot), bare.slice(dot)]
  return `${[...stem].slice(0, FILE_NAME_MAX).join('') || 'document'}${extension}`
}

/** Cuts a long name at its beginning, so that the extension stays. */
function endOf(name: string): string {
  return name.slice(-1000)
}

/** Validates the company's fields. */
export function companyErrors(company: Company): FieldErrors {
  const found = {
    companyName: firstMessage(company.companyName.trim(), [required, maxLength60]),
    companyEmail: firstMessage(company.companyEmail.trim(), [required, maxLength60, emailAddress]),
    ein: firstMessage(company.ein.trim(), [required, maxLength60]),
  }
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== null))
}

function starts(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte)
}

function holds(bytes: Uint8Array, word: string): boolean {
  const [first = 0] = [...word].map((letter) => letter.charCodeAt(0))
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if ([...word].every((letter, offset) => bytes[at + offset] === letter.charCodeAt(0))) return true
  }
  return false
}
