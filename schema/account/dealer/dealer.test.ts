import { describe, expect, test } from 'vitest'
import { longTextReads } from '../../platform/testing/long-reads.harness.ts'
import {
  companyErrors,
  DEALER_MESSAGES,
  DOCUMENT_MAX,
  DOCUMENTS_MAX,
  documentKind,
  documentMessage,
  documentName,
  documentsMessage,
  isActive,
  isDocument,
} from './dealer.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const file = (name: string, size = 10) => ({ name, size })
const form = { stored: 0, isRequired: true }

describe('[F7] documents of a dealer', () => {
  test('[audit A9] of a very long name only the end is read', async () => {
    const name = `${'a./'.repeat(20_000)}licenses of the shop.pdf`
    const read = () => {
      expect(documentKind(name)).toBe('pdf')
      expect(documentName(name)).toBe('licenses of the shop.pdf')
    }
    expect(await longTextReads(8_000, read)).toEqual([])
  })

  test.each(['a.doc', 'a.DOCX', 'a.Pdf', 'a.doxc', 'a.png', 'a.JPEG', 'a.b.jpg'])(
    '%s is accepted',
    (name) => {
      expect(documentMessage(file(name))).toBeNull()
    },
  )

  test.each(['a.exe', 'a', 'a.pdf.html', '.htaccess', 'a.svg', 'pdf'])(
    '%s is an invalid extension',
    (name) => {
      expect(documentMessage(file(name))).toBe('Invalid extension')
    },
  )

  test('a file without content is reported as empty if its extension is accepted', () => {
    expect(documentMessage(file('a.pdf', 0))).toBe('This file is empty.')
    expect(documentsMessage([file('a.pdf'), file('b.png', 0)], form)).toBe('This file is empty.')
    expect(documentMessage(file('a.exe', 0))).toBe('Invalid extension')
  })

  test('a file may have 5 MB, and all files together 10 MB', () => {
    expect(documentMessage(file('a.pdf', DOCUMENT_MAX))).toBeNull()
    expect(documentMessage(file('a.pdf', DOCUMENT_MAX + 1))).toBe('File size is too large')
    const two = [file('a.pdf', DOCUMENT_MAX), file('b.pdf', DOCUMENT_MAX)]
    expect(documentsMessage(two, form)).toBeNull()
    expect(documentsMessage([...two, file('c.pdf', 1)], form)).toBe('File size is too large')
  })

  test('required documents must be at least one, and at most the maximum', () => {
    expect(documentsMessage([], form)).toBe('No files were uploaded')
    expect(documentsMessage([], { stored: 1, isRequired: true })).toBeNull()
    expect(documentsMessage([], { stored: 0, isRequired: false })).toBeNull()
    expect(documentsMessage([file('a.pdf')], { stored: DOCUMENTS_MAX, isRequired: true })).toBe(
      DEALER_MESSAGES.tooMany,
    )
  })

  test('the content of a file is checked, not only its name', () => {
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

  test('a file name keeps only visible characters', () => {
    expect(documentName('C:\\files\\li"cen\nse.PDF')).toBe('license.PDF')
    expect(documentName('../../etc/passwd.pdf')).toBe('passwd.pdf')
    expect(documentName(`${'x'.repeat(300)}.pdf`)).toHaveLength(124)
    expect(documentName('.pdf')).toBe('document.pdf')
    // The end of the long name begins in the middle of a surrogate pair.
    expect(documentName(`\u{1f6de}${'x'.repeat(995)}.pdf`)).toBe(`${'x'.repeat(120)}.pdf`)
  })

  test('all fields of the company are required', () => {
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

test('[audit A17] a document with active content is detected, a plain one is not', () => {
  const wide = (text: string) => [...text].map((letter) => `${letter}\0`).join('')
  for (const [kind, text] of [
    ['pdf', '%PDF-1.7 1 0 obj <</Type/Catalog/OpenAction 2 0 R>> endobj'],
    ['pdf', '%PDF-1.7 <</S/JavaScript/JS(app.alert(1))>>'],
    ['pdf', '%PDF-1.7 <</S/J#61vaScript>>'],
    ['pdf', '%PDF-1.7 <</S /Launch /F (cmd.exe)>>'],
    ['pdf', '%PDF-1.7 <</Names<</EmbeddedFiles 3 0 R>>>>'],
    ['docx', 'PK\x03\x04[Content_Types].xml word/document.xml word/vbaProject.bin'],
    ['doc', `\xd0\xcf\x11\xe0${wide('_VBA_PROJECT')}`],
    ['png', 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'],
    ['pdf', '%PDF-1.7 X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'],
  ] as const)
    expect(isActive(kind, text), text).toBe(true)
  for (const [kind, text] of [
    ['pdf', '%PDF-1.7 <</Type/Catalog/Pages 2 0 R/JSONish 1/AAPL 2>>'],
    ['docx', 'PK\x03\x04[Content_Types].xml word/document.xml'],
    ['doc', `\xd0\xcf\x11\xe0${wide('WordDocument')}`],
    ['jpeg', '/JavaScript'],
  ] as const)
    expect(isActive(kind, text), text).toBe(false)
})

describe('a large PDF', () => {
  /** Returns pseudorandom text like a compressed stream, the same at each run. */
  function compressed(length: number, planted: string): string {
    let state = 7
    const letters = Array.from({ length }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return String.fromCharCode((state >> 16) & 255)
    })
    return `${letters.join('')}${planted}${letters.slice(0, 50).join('')}`
  }
  const pdf = (dictionary: string, body: string, after = '') =>
    `%PDF-1.7\n4 0 obj\n<<${dictionary}>>\nstream\r\n${body}\nendstream\nendobj\n${after}trailer`
  const chance = compressed(20_000, '/JS (/AA\xff#4a')

  test('is accepted although its compressed bytes contain a short name by chance', () => {
    for (const filter of [
      '/Filter/FlateDecode',
      '/Filter [ /ASCII85Decode /DCTDecode ] /DecodeParms <</K 1>>',
    ]) {
      const harmless = pdf(`/Length 9 ${filter}`, chance)
      expect(isActive('pdf', harmless), filter).toBe(false)
      expect(
        isActive('pdf', pdf(filter, chance, `5 0 obj <</Length 3 ${filter}>> stream\n/AA endstream`)),
      ).toBe(false)
    }
  })

  test.each([
    [
      'a script beside compressed bytes',
      pdf('/Filter/FlateDecode', chance, '6 0 obj <</S/JS/JS(x)>> endobj '),
    ],
    ['a script in a stream that is not compressed', pdf('/Type/ObjStm', '<</S /JS >>')],
    ['a filter that does not compress', pdf('/Filter/Crypt', '<</S /JS >>')],
    ['a filter of another object', `1 0 obj <</Filter/FlateDecode>> endobj\n${pdf('', '<</S /JS >>')}`],
    [
      'a stream without an end',
      '1 0 obj <</Filter/FlateDecode>>stream\nxx endobj 2 0 obj <</JS(x)>> endobj endstream',
    ],
    ['a keyword that begins no stream', 'stream\n 2 0 obj <</JS(x)>> endstream'],
    [
      'the test file of virus scanners in compressed bytes',
      pdf('/Filter/FlateDecode', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'),
    ],
  ])('is refused for %s', (_, text) => {
    expect(isActive('pdf', text)).toBe(true)
  })
})
