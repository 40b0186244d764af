import { fileExtensions, fileKinds } from '@shared/file-kinds'
import { maxFileNameLength } from '@shared/files'
import contentDisposition from 'content-disposition'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanFileName, dispositionHeader, nameReceived } from './file-name'

const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'

describe('cleanFileName', () => {
  it.each([
    'Отчёт 2024.pdf',
    'क्षत्रिय.docx',
    `${family} \u2764\ufe0f\u200d\u{1f525}.png`,
    'می\u200cخواهم.pdf',
    '-rf.pdf',
    '<img src=x onerror=alert(1)>.pdf',
    '=HYPERLINK("http:x").pdf',
    '; rm -rf $(x) `x` .pdf',
    'archive.tar.pdf',
    '100% & more.pdf',
    'تقرير الائتمان.pdf',
    'Zürich – Ærø & Łódź.PDF',
  ])('keeps %j', (name) => {
    expect(cleanFileName(name)).toBe(name)
  })

  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['/abs/x.pdf', 'x.pdf'],
    ['C:\\fakepath\\report.pdf', 'report.pdf'],
    ['a\\../b.pdf', 'b.pdf'],
    ['folder/', 'document'],
    ['', 'document'],
    ['  ', 'document'],
    ['.', 'document'],
    ['..', 'document'],
    ['\0', 'document'],
    ['.pdf', 'document.pdf'],
    ['...pdf', 'document.pdf'],
    [' .pdf', 'document.pdf'],
    ['.hidden.pdf', 'hidden.pdf'],
    ['report.pdf. .', 'report.pdf'],
    ['a.pdf\0.html', 'a.pdf.html'],
    ['x\r\nSet-Cookie: a=1.pdf', 'xSet-Cookie: a=1.pdf'],
    ['\t=1+1.pdf', '=1+1.pdf'],
    ['  a \u00a0\u3000 b.pdf ', 'a b.pdf'],
    ['re\u00adport\u200b\ufeff.pdf', 'report.pdf'],
    ['annual\u202efdp.exe', 'annualfdp.exe'],
    ['\u2067report\u2069.pdf', 'report.pdf'],
    ['report.p\u200ddf', 'report.pdf'],
    ['\u200dreport\u200c.pdf', 'report.pdf'],
    [`a${family}\u200d.pdf`, `a${family}.pdf`],
    ['Re\u0301sume\u0301.pdf', 'R\u00e9sum\u00e9.pdf'],
    ['a\ud83d.pdf', 'a\ufffd.pdf'],
    [`${'long '.repeat(100)}.pdf`, `${'long '.repeat(29)}l.pdf`],
  ])('makes of %j %j', (raw, clean) => {
    expect(cleanFileName(raw)).toBe(clean)
  })

  it('shortens the stem, never the extension or a character', () => {
    expect(cleanFileName(`${'x'.repeat(200)}.docx`)).toBe(`${'x'.repeat(145)}.docx`)
    expect(cleanFileName('\u{1f600}'.repeat(100))).toBe('\u{1f600}'.repeat(75))
    expect(cleanFileName(`${'\u{1f600}'.repeat(100)}.pdf`)).toBe(`${'\u{1f600}'.repeat(73)}.pdf`)
    expect(cleanFileName(`${family.repeat(40)}.jpeg`)).toMatch(/[^\u200d]\.jpeg$/u)
    expect(cleanFileName(`a.${'b'.repeat(200)}`)).toHaveLength(maxFileNameLength)
  })

  it('is quick on long names made to be slow', () => {
    const before = process.cpuUsage()
    for (const unit of ['.', ' ', '\u200d', '\u00e9\u200d', 'e\u0301', '/', '\u0301', '. ']) {
      cleanFileName(`x${unit.repeat(50_000)}x`)
    }
    expect(process.cpuUsage(before).user).toBeLessThan(1e6)
  })

  it('holds its promises for any name', () => {
    fc.assert(
      fc.property(anyName, (raw) => {
        const name = cleanFileName(raw)
        expect(cleanFileName(name)).toBe(name)
        expect(name).not.toMatch(/[/\\\p{Cc}\p{Bidi_Control}\p{Surrogate}]/u)
        expect(name).not.toMatch(/^[\s.]|[\s.]$|\s\s/u)
        expect(name.normalize('NFC')).toBe(name)
        expect(name.length).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(maxFileNameLength)
      }),
    )
  })

  it('keeps the extension of any name', () => {
    const extension = fc.constantFrom('.pdf', '.doc', '.DOCX', '.jpg', '.jpeg', '.png')
    fc.assert(
      fc.property(anyName, extension, (raw, end) => {
        expect(cleanFileName(raw + end).endsWith(end)).toBe(true)
      }),
    )
  })
})

describe('the name of what was received', () => {
  it.each([
    ['report.PDF', 'pdf', 'report.PDF'],
    ['photo.jpeg', 'jpeg', 'photo.jpeg'],
    ['a.html.pdf', 'pdf', 'a.html.pdf'],
    ['screenshot.png', 'jpeg', 'screenshot.jpg'],
    ['screenshot.JPG', 'png', 'screenshot.png'],
    ['photo.heic', 'jpeg', 'photo.jpg'],
    ['report.docx', 'doc', 'report.doc'],
    ['report.zip', 'docx', 'report.docx'],
    ['report.dotx', 'docx', 'report.docx'],
    ['report.pdf.txt', 'pdf', 'report.pdf'],
    ['image:1641', 'jpeg', 'image:1641.jpg'],
    ['document:12', 'pdf', 'document:12.pdf'],
    ['msf:1000003456', 'png', 'msf:1000003456.png'],
    ['Credit Report', 'pdf', 'Credit Report.pdf'],
    ['Report of 11.2026', 'pdf', 'Report of 11.2026.pdf'],
    ['AnnualCreditReport.com', 'pdf', 'AnnualCreditReport.com.pdf'],
    ['report.pdf (1)', 'pdf', 'report (1).pdf'],
    ['report.pdf_', 'pdf', 'report.pdf'],
    ['report.pdf-1', 'pdf', 'report-1.pdf'],
    ['report.pdf copy', 'pdf', 'report copy.pdf'],
    ['scan .png', 'jpeg', 'scan.jpg'],
    ['.png', 'jpeg', 'document.jpg'],
    ['', 'pdf', 'document.pdf'],
    ['x'.repeat(150), 'docx', `${'x'.repeat(145)}.docx`],
  ] as const)('%j of a %s is %j', (raw, kind, name) => {
    expect(nameReceived(raw, kind)).toBe(name)
  })

  it('is clean and has an ending of its kind, for any name', () => {
    fc.assert(
      fc.property(anyName, fc.constantFrom(...fileKinds), (raw, kind) => {
        const name = nameReceived(raw, kind)
        expect(cleanFileName(name)).toBe(name)
        expect(nameReceived(name, kind)).toBe(name)
        expect(fileExtensions[kind]).toContain(/[^.]+$/.exec(name)?.[0].toLowerCase())
      }),
    )
  })
})

describe('the disposition header', () => {
  it('gives an ASCII name and the real one', () => {
    expect(dispositionHeader('report.pdf', 'attachment')).toBe('attachment; filename="report.pdf"')
    expect(dispositionHeader('Résumé €.pdf', 'inline')).toBe(
      `inline; filename="Resume _.pdf"; filename*=UTF-8''R%C3%A9sum%C3%A9%20%E2%82%AC.pdf`,
    )
    expect(dispositionHeader('a"b.pdf', 'attachment')).toBe('attachment; filename="a\\"b.pdf"')
  })

  it('is one line of printable ASCII that reads back as the name', () => {
    fc.assert(
      fc.property(anyName, (raw) => {
        for (const header of [
          dispositionHeader(raw, 'attachment'),
          dispositionHeader(raw, 'inline'),
        ]) {
          expect(header).toMatch(/^[\x20-\x7e]+$/)
          const { parameters } = contentDisposition.parse(header)
          expect(parameters['filename']).toBe(cleanFileName(raw))
        }
      }),
    )
  })
})

// Taken apart by code point; the two lone surrogates are apart.
const awkwardCharacters =
  '/\\. \t\r\n\0"\';%\u00a0\u2028\u200b\u200c\u200d\u200e\u202e\u2066\ufeff\u00ad\ufe0f' +
  '\u0301\u0338\u212a\u037e\u1fef\u2000\u226f\u1100\u1161\uff0f\u2044\uffff' +
  '\ud83daeéжمか\ude00\u{1f468}\u{e0041}\u{e0100}'
const longParts = [
  '%2f',
  '..',
  '.pdf',
  '.docx',
  '.JPG',
  ' (1)',
  '_',
  '.heic',
  'x'.repeat(70),
  '\u{1f600}'.repeat(20),
]
const awkward = fc.constantFrom(...Array.from(awkwardCharacters), ...longParts)
const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(awkward, { maxLength: 30 }).map((parts) => parts.join('')),
  fc.array(fc.oneof(awkward, fc.string({ unit: 'grapheme' }))).map((parts) => parts.join('')),
)
