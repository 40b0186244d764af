import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '@tests/support/samples/any-character'
import { emailAddress, nameMaxLength, profileFields } from './accounts'
import { listQuery } from './lists'
import {
  accountPassword,
  foldName,
  multiLine,
  readDigits,
  readSearch,
  secret,
  singleLine,
} from './text'

const max = 40
const required = 'Name is required.'
const name = singleLine({ required, max })
/** What keyboards, address books and attackers send: letters and marks of any script, and worse. */
const anyText = fc.string({
  unit: fc.oneof(
    anyCharacter,
    fc.constantFrom(' ', '\t', '\u00a0', '\u3000', '\u0301', 'e', 'é', '\ud83d', '\udc69', '\0'),
    fc.constantFrom('\u200b', '\u200d', '\u202e', '\u2066', '\u2069', '\ufeff', '\u3164', '\n'),
  ),
  maxLength: 60,
})

function forAny<Value>(values: fc.Arbitrary<Value>, check: (value: Value) => void, numRuns = 100) {
  fc.assert(fc.property(values, check), { numRuns })
}

describe('a name', () => {
  it('that is accepted is trimmed, composed, visible, whole and of bounded length', () => {
    forAny(
      anyText,
      (typed) => {
        const { success, data } = name.safeParse(typed)
        if (!success) return
        expect(data).toBe(data.trim())
        expect(data).toBe(data.normalize('NFC'))
        expect(data.isWellFormed()).toBe(true)
        expect(data.length).toBeGreaterThan(0)
        expect(data.length).toBeLessThanOrEqual(max)
        expect(data).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
        expect(data).toMatch(/[^\p{Default_Ignorable_Code_Point}\p{White_Space}]/u)
      },
      2000,
    )
  })

  it('is accepted a second time as it is', () => {
    forAny(anyText, (typed) => {
      const { success, data } = name.safeParse(typed)
      if (success) expect(name.parse(data)).toBe(data)
    })
  })

  it('of letters, marks and spaces between them is what was typed, however it was composed', () => {
    const letters = fc.constantFrom(...Array.from('aÉßñЖωعש龍ếक-'.normalize('NFC')), "'")
    const words = fc.array(fc.string({ unit: letters, minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 4,
    })
    forAny(words, (parts) => {
      const typed = parts.join(' ').normalize('NFC')
      expect(name.parse(`\u00a0 ${typed.normalize('NFD')} `)).toBe(typed)
    })
  })

  it.each([
    '',
    '   ',
    '\u200b',
    '\u200e\u200f',
    '\u2060\ufeff',
    '\u3164',
    '\u2800',
    '\u202e \u2069',
  ])('cannot be %j, which no one sees', (typed) => {
    expect(name.safeParse(typed).error?.issues[0]?.message).toBe(required)
  })

  it.each([
    ['Jose\u0301', 'José'],
    ['\u202a+1 (303) 555-0199\u202c', '+1 (303) 555-0199'],
    ['abc\u202efdp', 'abcfdp'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['👩\u200d👩\u200d👧', '👩\u200d👩\u200d👧'],
  ])('%j becomes %j', (typed, kept) => {
    expect(name.parse(typed)).toBe(kept)
  })

  it('may have as many characters as the limit says, and not one more', () => {
    const { firstName } = profileFields
    expect(firstName.safeParse('x'.repeat(nameMaxLength)).success).toBe(true)
    expect(firstName.safeParse('x'.repeat(nameMaxLength + 1)).success).toBe(false)
  })
})

describe('a name that is compared', () => {
  it.each([
    ['José GARCÍA', 'jose garcia'],
    ['Jose\u0301 Garcia', 'jose garcia'],
    ['Weiß WEIẞ', 'weiss weiss'],
    ['Łódź Ærø Ðorđe Þór Œuvre Ħal Ŧ', 'lodz aero dorde thor oeuvre hal t'],
    ['IŞIK İpek ışık', 'isik ipek isik'],
    ["O’Neil O'Neil O`Neil Oʼneil O´Neil O＇Neil", 'oneil oneil oneil oneil oneil oneil'],
    ['Mary\u2010Ann Mary–Ann Mary-Ann Mary\u2212Ann', 'mary ann mary ann mary ann mary ann'],
    ['Mary\u00adAnn', 'maryann'],
    ['\u202eRo\u200bsa\u2060 \u00a0\u3000\u2028Miller\ufeff', 'rosa miller'],
    ['MILLER,  ROSA J.R.', 'miller rosa jr'],
    ['Ｒｏｓａ', 'rosa'],
    ['Σωκράτης ΣΩΚΡΆΤΗΣ', 'σωκρατησ σωκρατησ'],
    ['Алёна', 'алена'],
    ['مُحَمَّد محمـــد', 'محمد محمد'],
    ['がか', 'がか'],
    ['रीता', 'रीता'],
    ['한글', '한글'],
  ])('%s is %s', (typed, folded) => expect(foldName(typed)).toBe(folded))

  it('is folded once and for all, however it is composed', () => {
    forAny(anyText, (typed) => {
      const folded = foldName(typed)
      expect(foldName(folded)).toBe(folded)
      expect(foldName(typed.normalize('NFD'))).toBe(folded)
      expect(folded).not.toMatch(/[\p{Default_Ignorable_Code_Point}\p{Lu}'’-]|\s\s|^\s|\s$/u)
    })
  })
})

describe('a phone number', () => {
  it('may be written in any common way, at least ten characters long', () => {
    const digits = fc.stringMatching(/^\d{10}$/)
    const formats = fc.oneof(
      fc.constantFrom('##########', '(###) ###-####', '###-###-####', '###.###.####'),
      fc.constantFrom('+1 ### ### ####', '1-###-###-####', '### ### #### ext. 7', ' ###/###/#### '),
    )
    fc.assert(
      fc.property(digits, formats, (number, format) => {
        let at = 0
        const typed = format.replace(/#/g, () => number.charAt(at++))
        expect(profileFields.phoneNumber.parse(typed)).toBe(typed.trim())
      }),
    )
  })

  it('shorter than ten characters is not one', () => {
    forAny(fc.string({ maxLength: 9 }), (typed) => {
      expect(profileFields.phoneNumber.safeParse(typed).error?.issues[0]?.message).toBe(
        'Please enter a valid phone number.',
      )
    })
  })
})

describe('an email address', () => {
  it('that people have is accepted, whatever spaces are around it', () => {
    forAny(fc.emailAddress({ size: 'small' }), (address) => {
      // The generator also makes quoted and very odd ones; those that are refused are refused whole.
      const { success, data } = emailAddress.safeParse(` ${address}\t`)
      if (/^[a-z\d]+(\.[a-z\d]+)*@/i.test(address)) expect(success).toBe(true)
      if (success) expect(data).toBe(address)
    })
  })

  it('that is accepted cannot end a header, name a second recipient or carry markup', () => {
    const plain = fc.constantFrom('a', 'B', '7', '.', '-', '+', '_', "'")
    const odd = fc.constantFrom('@', ' ', '\r', '\n', ',', ';', ':', '<', '>', '"', '\\', '(', ']')
    const other = fc.constantFrom('%', '\0', 'é', '\u202e', '\u00a0', '\u3000')
    const unit = fc.oneof({ weight: 3, arbitrary: plain }, odd, other)
    const insertions = fc.array(fc.tuple(fc.nat(18), unit), { minLength: 1, maxLength: 3 })
    forAny(
      insertions,
      (list) => {
        const typed = list.reduce(
          (text, [at, added]) => text.slice(0, at) + added + text.slice(at),
          'rosa@mail.example',
        )
        const { success, data } = emailAddress.safeParse(typed)
        if (success) expect(data).toMatch(/^[^\s@,;:<>()[\]"\\\p{Cc}]+@[a-z\d.-]+$/iu)
      },
      2000,
    )
  })

  it.each([
    'r&d@b.example',
    'a=b@b.example',
    'a/b@b.example',
    "o'neil+x@b.example",
    `${'a'.repeat(64)}@b.example`,
  ])('is %j, with invisible marks around it too', (address) => {
    expect(emailAddress.parse(`\u200e\u202a ${address}\u200b\ufeff\u202c`)).toBe(address)
  })

  it.each([
    'a@b.example\r\nBcc: eve@evil.example',
    'a@b.example,eve@evil.example',
    'Rosa <a@b.example>',
    'a@b',
    'a b@c.example',
    'a\u200bb@c.example',
    `${'a'.repeat(65)}@b.example`,
    '@b.example',
    `${'a'.repeat(250)}@b.example`,
  ])('is not %j', (typed) => {
    expect(emailAddress.safeParse(typed).success).toBe(false)
  })
})

describe('what is kept as it is', () => {
  it('a secret, character by character', () => {
    const password = secret({ required })
    forAny(anyText.filter(Boolean), (typed) => {
      const { success, data } = password.safeParse(typed)
      expect(success).toBe(typed.isWellFormed() && !typed.includes('\0'))
      if (success) expect(data).toBe(typed)
    })
  })

  it('a text of several lines, but for spaces around it', () => {
    const line = fc.string({ maxLength: 20 })
    forAny(fc.array(line, { maxLength: 5 }), (lines) => {
      const typed = lines.join('\n')
      expect(multiLine(200).parse(typed)).toBe(typed.trim())
    })
  })

  it.each(['\u200b', ' \u2060\n\u00ad', '\u2800', '\n\n'])('but %j, which is nothing', (typed) => {
    expect(multiLine(200).parse(typed)).toBe('')
    expect(multiLine(200).min(1).safeParse(typed).success).toBe(false)
  })

  it('a search, which is composed like what it looks for', () => {
    expect(listQuery.parse({ search: 'Jose\u0301' }).search).toBe('José')
    forAny(anyText, (search) => {
      const { success, data } = listQuery.safeParse({ search })
      expect(success).toBe(true)
      expect(data?.search).toBe(readSearch(search))
    })
  })
})
const anyPasted = fc.string({ unit: 'binary', maxLength: 60 })

describe('what was pasted', () => {
  it.each(['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'with the line break %j has it, and a space in a single line',
    (lineBreak) => {
      const pasted = `Dear Team,${lineBreak}I am here.`
      expect(multiLine(200).parse(pasted)).toBe('Dear Team,\nI am here.')
      expect(singleLine({ required, max: 200 }).parse(pasted)).toBe('Dear Team, I am here.')
    },
  )

  it('has no control characters and no half ones, and keeps tabs between lines', () => {
    const pasted = '\u0002Now\u0000 a\ttable\u007f\u009f \ud83d\r\n\r\nand \u001bmore'
    expect(multiLine(200).parse(pasted)).toBe('Now a\ttable \n\nand more')
    expect(singleLine({ required, max: 200 }).parse(pasted)).toBe('Now a table  and more')
    fc.assert(
      fc.property(anyPasted, (typed) => {
        const { data } = multiLine(200).safeParse(typed)
        expect(data).not.toMatch(/[^\P{Cc}\n\t]|[\u2028\u2029]|\p{Cs}/u)
      }),
    )
  })

  it.each([
    ['123 456', '123456'],
    ['123-456\u200b', '123456'],
    ['１２３４５６', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳۴۵۶', '123456'],
    ['१२३४५६', '123456'],
    ['𝟏𝟐𝟑𝟜𝟝𝟞', '123456'],
    ['Your code is 123456.', '123456'],
    ['', ''],
  ])('as %j has the digits %j', (typed, digits) => expect(readDigits(typed)).toBe(digits))
})

describe('a password', () => {
  const password = accountPassword({ required, min: 8 })

  it('is the same however its letters are composed, and otherwise as it was typed', () => {
    expect(password.parse('cafe\u0301 and  Ａ')).toBe('café and  Ａ')
    fc.assert(
      fc.property(anyPasted, (typed) => {
        const { data } = password.safeParse(typed)
        if (data !== undefined) expect(data).toBe(typed.normalize('NFC'))
      }),
    )
  })

  it('is as long as what is hashed', () => {
    expect(password.safeParse('e\u0301'.repeat(7)).success).toBe(false)
    expect(password.safeParse('e\u0301'.repeat(8)).success).toBe(true)
    // Three bytes each as typed, two as hashed.
    expect(password.safeParse('e\u0301'.repeat(512)).success).toBe(true)
    expect(password.safeParse('e\u0301'.repeat(513)).success).toBe(false)
  })
})
