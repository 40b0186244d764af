import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { findLandmarks } from './pdf-landmarks'

/** What a landmark is, said in one regular expression. */
const landmark = new RegExp(
  [
    '(?<end>%%EOF)',
    String.raw`(?<start>startxref {1,32}\d)`,
    String.raw`(?<table>xref {1,32}\d{1,10} {1,32}\d)`,
    '(?<trailer>trailer {0,32}<<)',
    String.raw`(?<root>/Root {1,32}\d{1,10} {1,32}\d{1,5} {1,32}R)`,
    String.raw`(?<encrypted>/Encrypt {0,32}[\d<])`,
    String.raw`(?<object>(?<=\d {1,4})obj(?![A-Za-z]))`,
    '/Type {0,32}/(?<type>XRef|ObjStm|Page)(?![A-Za-z0-9])',
  ]
    .join('|')
    .replaceAll(' ', String.raw`[\0\t\n\f\r ]`),
  'g',
)

function* matchLandmarks(bytes: Buffer) {
  for (const { groups = {}, index } of bytes.toString('latin1').matchAll(landmark)) {
    const [name = '', text = ''] = Object.entries(groups).find(([, found]) => found) ?? []
    yield { kind: name === 'type' ? text : name, index }
  }
}

const words =
  '%%EOF EOF startxref xref ref trailer ail /Root oot /Encrypt ncr obj endobj /Type ype /XRef /ObjStm /Page /Pages << < R z % 1 0 12345 12345678901'
const parts = [...words.split(' '), ' ', '\n', '\r\n', '\0', '\t', '\f', ' '.repeat(33)]

it('finds what the regular expression does, in every order and however cut off', () => {
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 24 })
  fc.assert(
    fc.property(text, fc.nat(2), (chosen, cut) => {
      const bytes = Buffer.from(chosen.join('').slice(cut), 'latin1')
      expect([...findLandmarks(bytes)]).toEqual([...matchLandmarks(bytes)])
    }),
  )
})
