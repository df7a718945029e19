import { describe, expect, test } from 'vitest'
import {
  companyErrors,
  DEALER_MESSAGES,
  DOCUMENT_MAX,
  DOCUMENTS_MAX,
  documentKind,
  documentMessage,
  documentName,
  documentsMessage,
  isDocument,
} from './dealer.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const file = (name: string, size = 10) => ({ name, size })
const asked = { kept: 0, isRequired: true }

describe('[F7] documents of a dealer', () => {
  test.each(['a.doc', 'a.DOCX', 'a.Pdf', 'a.doxc', 'a.png', 'a.JPEG', 'a.b.jpg'])('%s is taken', (name) => {
    expect(documentMessage(file(name))).toBeNull()
  })

  test.each(['a.exe', 'a', 'a.pdf.html', '.htaccess', 'a.svg', 'pdf'])(
    '%s is an invalid extension',
    (name) => {
      expect(documentMessage(file(name))).toBe('Invalid extension')
    },
  )

  test('a file may have five megabytes, all together ten', () => {
    expect(documentMessage(file('a.pdf', DOCUMENT_MAX))).toBeNull()
    expect(documentMessage(file('a.pdf', DOCUMENT_MAX + 1))).toBe('File size is too large')
    const two = [file('a.pdf', DOCUMENT_MAX), file('b.pdf', DOCUMENT_MAX)]
    expect(documentsMessage(two, asked)).toBeNull()
    expect(documentsMessage([...two, file('c.pdf', 1)], asked)).toBe('File size is too large')
  })

  test('one at least where they are asked for, and no more than are kept', () => {
    expect(documentsMessage([], asked)).toBe('No files were uploaded')
    expect(documentsMessage([], { kept: 1, isRequired: true })).toBeNull()
    expect(documentsMessage([], { kept: 0, isRequired: false })).toBeNull()
    expect(documentsMessage([file('a.pdf')], { kept: DOCUMENTS_MAX, isRequired: true })).toBe(
      DEALER_MESSAGES.tooMany,
    )
  })

  test('what is inside decides, not the name', () => {
    const word = bytes('PK\x03\x04......[Content_Types].xml....word/document.xml')
    expect(isDocument('pdf', bytes('%PDF-1.7 x'))).toBe(true)
    expect(isDocument('pdf', bytes('<html>%PDF-'))).toBe(false)
    expect(isDocument('docx', word)).toBe(true)
    expect(isDocument('docx', bytes('PK\x03\x04......[Content_Types].xml....xl/workbook.xml'))).toBe(false)
    expect(isDocument('doc', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'))).toBe(true)
    expect(isDocument('doc', word)).toBe(false)
    expect(isDocument('png', bytes('\x89PNG\r\n\x1a\n'))).toBe(true)
    expect(isDocument('jpeg', bytes('\xff\xd8\xff\xe0'))).toBe(true)
    expect(isDocument('jpeg', bytes('\x89PNG\r\n\x1a\n'))).toBe(false)
    expect(documentKind('a.doxc')).toBe('docx')
  })

  test('a name keeps what can be shown', () => {
    expect(documentName('C:\\papers\\li"cen\nse.PDF')).toBe('license.PDF')
    expect(documentName('../../etc/passwd.pdf')).toBe('passwd.pdf')
    expect(documentName(`${'x'.repeat(300)}.pdf`)).toHaveLength(124)
    expect(documentName('.pdf')).toBe('document.pdf')
  })

  test('the fields of the company are all asked for', () => {
    expect(companyErrors({ companyName: '', companyEmail: ' ', ein: '' })).toEqual({
      companyName: 'Field is required',
      companyEmail: 'Field is required',
      ein: 'Field is required',
    })
    expect(companyErrors({ companyName: 'A', companyEmail: 'a@b', ein: 'x'.repeat(61) })).toEqual({
      companyEmail: 'Please use a valid e-mail address, such as name@example.com',
      ein: 'Please insert less then 60 characters',
    })
    expect(companyErrors({ companyName: 'A', companyEmail: 'a@b.example', ein: '12-3456789' })).toEqual({})
  })
})
