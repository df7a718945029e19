/** A dealer's application: the company and its documents (F7). */
import type { Company } from '../../identity/sign-in/company.ts'
import {
  emailAddress,
  type FieldErrors,
  firstMessage,
  maxLength60,
  required,
} from '../../platform/forms/field.ts'
import { hasSignature, imageType } from '../../platform/forms/file-signature.ts'

/** The largest file, in bytes. */
export const DOCUMENT_MAX = 5 * 1024 * 1024
/** The largest sum of all files of one form, in bytes. */
export const UPLOAD_MAX = 10_485_760
/** The largest number of stored documents of one customer. */
export const DOCUMENTS_MAX = 10
const FILE_NAME_MAX = 120

export const DEALER_MESSAGES = {
  tooLarge: 'File size is too large',
  extension: 'Invalid extension',
  empty: 'This file is empty.',
  content: 'This file is not what its name says. Please save it in the format of its name and send it again.',
  active: 'This file contains macros, scripts or other files. Please send a plain copy, such as a scan.',
  none: 'No files were uploaded',
  tooMany: `You can store up to ${DOCUMENTS_MAX} documents. Remove one first.`,
  saved: 'We have your application. We’ll answer by email within two business days.',
  removed: 'The document has been removed.',
  noSuchDocument: 'We couldn’t find that document.',
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

/** Returns the kind of a file by its extension; `null` for kinds that are not accepted. */
export function documentKind(name: string): DocumentKind | null {
  const extension = /\.([a-z]+)$/i.exec(endOf(name).trim())?.[1]?.toLowerCase()
  const accepted = DOCUMENT_EXTENSIONS.find((known) => known === extension)
  return accepted ? KIND_OF[accepted] : null
}

/** Returns the first error of a file's name or size; `null` when valid. */
export function documentMessage(file: { name: string; size: number }): string | null {
  if (documentKind(file.name) === null) return DEALER_MESSAGES.extension
  if (file.size === 0) return DEALER_MESSAGES.empty
  return file.size > DOCUMENT_MAX ? DEALER_MESSAGES.tooLarge : null
}

/** Returns the first error of the files of a form; `stored` is the number of earlier documents. */
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

/** Returns whether the content of a file is of this kind. */
export function isDocument(kind: DocumentKind, bytes: Uint8Array): boolean {
  switch (kind) {
    case 'pdf':
      return hasSignature(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d])
    case 'png':
      return imageType(bytes) === 'image/png'
    case 'jpeg':
      return imageType(bytes) === 'image/jpeg'
    case 'doc':
      return hasSignature(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
    case 'docx':
      // File names in a ZIP archive are not compressed; only a text document has a folder of this name.
      return (
        hasSignature(bytes, [0x50, 0x4b, 0x03, 0x04]) &&
        includesText(bytes, '[Content_Types].xml') &&
        includesText(bytes, 'word/document')
      )
  }
}

/** The standard file for testing virus scanners. */
const EICAR = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'
/** Patterns of active content. File names in ZIP archives are not compressed. */
const ACTIVE: Readonly<Partial<Record<DocumentKind, RegExp>>> = {
  pdf: /\/(?:JavaScript|JS|OpenAction|AA|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData)(?![A-Za-z0-9])/,
  docx: /vbaProject|vbaData|word\/activeX|oleObject/i,
  doc: /_VBA_PROJECT|Macros|Ole10Native/,
}

/** Returns whether a document has active content or embedded files; `text` is its content in Latin-1. */
export function isActive(kind: DocumentKind, text: string): boolean {
  // PDF may encode the letters of a name as `#4A`; OLE writes a zero byte after each letter.
  const plain = (kind === 'pdf' ? withoutCompressed(text) : text)
    .replaceAll('\0', '')
    .replace(/#([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return text.includes(EICAR) || plain.includes(EICAR) || (ACTIVE[kind]?.test(plain) ?? false)
}

/** The compression filter in the dictionary of a compressed stream. */
const COMPRESSION_FILTER = /\/Filter\s*\[?\s*\/\w+Decode/
/** The longest dictionary that is read, in characters; the stream after a longer one counts as not compressed. */
const DICTIONARY_MAX = 2000

/** Returns a PDF without its compressed streams, in which short names occur by chance. */
function withoutCompressed(text: string): string {
  const parts: string[] = []
  let from = 0
  let body: number | null = null
  for (const { 0: keyword, index } of text.matchAll(/endstream|endobj|stream\r?\n/g)) {
    if (keyword === 'endstream' && body !== null) {
      parts.push(text.slice(from, body))
      from = index
    }
    if (keyword.startsWith('end')) body = null
    else if (body === null) {
      const before = text.slice(Math.max(from, index - DICTIONARY_MAX), index).trimEnd()
      const dictionary = before.slice(before.lastIndexOf('obj'))
      if (dictionary.endsWith('>>') && COMPRESSION_FILTER.test(dictionary)) body = index + keyword.length
    }
  }
  return parts.concat(text.slice(from)).join('')
}

/** Returns a file name that is safe to show and to send in a header: the last part of the path, visible characters only. */
export function documentName(name: string): string {
  const bare = (endOf(name).split(/[/\\]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}"<>]/gu, '').trim()
  const dot = bare.lastIndexOf('.')
  const [stem, extension] = [bare.slice(0, dot), bare.slice(dot)]
  return `${[...stem].slice(0, FILE_NAME_MAX).join('') || 'document'}${extension}`
}

/** Shortens a long name at its beginning, so that the extension stays. */
function endOf(name: string): string {
  return name.slice(-1000)
}

/** Returns the errors of the company's fields. */
export function companyErrors(company: Company): FieldErrors {
  const messages = {
    companyName: firstMessage(company.companyName.trim(), [required, maxLength60]),
    companyEmail: firstMessage(company.companyEmail.trim(), [required, maxLength60, emailAddress]),
    ein: firstMessage(company.ein.trim(), [required, maxLength60]),
  }
  return Object.fromEntries(Object.entries(messages).filter(([, message]) => message !== null))
}

function includesText(bytes: Uint8Array, text: string): boolean {
  const codes = [...text].map((letter) => letter.charCodeAt(0))
  const [first = 0] = codes
  for (let start = bytes.indexOf(first); start >= 0; start = bytes.indexOf(first, start + 1)) {
    if (codes.every((code, offset) => bytes[start + offset] === code)) return true
  }
  return false
}
