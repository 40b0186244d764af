import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { foldName } from '@shared/text'
import { startSharedApp } from '@tests/support/portal/shared-app'

const app = await startSharedApp()

/** What a function of the database makes of each text. */
async function apply(form: 'fold' | 'phone_digits' | 'mailbox', texts: readonly string[]) {
  const { rows } = await app.db.execute<{ made: string }>(sql`
    select ${sql.identifier(form)}(typed) as made
    from unnest(${sql.param(texts)}::text[]) with ordinality texts (typed, place) order by place`)
  return rows.map(({ made }) => made)
}

it.each([
  ['oneil', ["O'Neil", 'O’Neil', 'O‘NEIL', 'O`Neil', 'Oʼneil', 'O´neil', 'o＇neil', 'ONeil']],
  ['garcia', ['García', 'GARCI\u0301A', 'garcía', 'Gar\u00adcia', 'gar\u200bcía\ufeff']],
  ['weiss', ['Weiß', 'WEISS', 'weiẞ']],
  [
    'mary-ann',
    ['Mary-Ann', 'Mary‐Ann', 'Mary‑Ann', 'MARY–ANN', 'mary—ann', 'Mary−Ann', 'Mary－Ann'],
  ],
  [
    'jorgensen aero',
    ['Jørgensen Ærø', 'JØRGENSEN  ÆRǾ', 'jorgensen\u00a0aero', 'Jørgensen,\u2003Ærø'],
  ],
  ['lukasz dang', ['Łukasz Đặng', 'łukasz đang', '\u202aŁUKASZ ĐẶNG\u202c']],
  ['istanbul isik', ['İstanbul Işık', 'ISTANBUL ISIK']],
  ['σισυφοσ', ['Σίσυφος', 'ΣΊΣΥΦΟΣ']],
  ['алена', ['Алёна', 'АЛЕНА']],
  ['홍길동', ['홍길동', '홍길동'.normalize('NFD')]],
  ['हिन्दी', ['हिन्दी']],
  ['fi 1', ['ﬁ １', 'FI 1']],
])('%s is found however it is typed', async (folded, typed) => {
  expect(await apply('fold', typed)).toEqual(typed.map(() => folded))
})

it.each([
  [
    '6172553423',
    [
      '6172553423 x1',
      '(617) 255-3423 ext. 45',
      '+1 617.255.3423',
      '1-617-255-3423',
      '001 617 255 3423',
      'Tel: 617/255-3423 or 617-111-2222',
      '617-255-3423 / 617-111-2222',
      '6172553423#12',
      '6172553423,,12',
      '617 255 3423 доб. 5',
      '617255342345',
      '٦١٧٢٥٥٣٤٢٣',
      '６１７ ２５５ ３４２３',
      '६१७२५५३४२३',
      '\u202a+16172553423\u202c',
      '617\u00a0255\u201134\u200b23',
    ],
  ],
  ['442079460958', ['+44 20 7946 0958', '0044 20 7946 0958', '011 44 20 7946 0958 x3']],
  ['301555', ['301-555', '+1 301 555']],
  ['', ['none', '']],
])('%s is the number of each', async (digits, typed) => {
  expect(await apply('phone_digits', typed)).toEqual(typed.map(() => digits))
})

it.each([
  ['rosa@gmail.com', ['Ro.Sa+portal@GMail.com', 'rosa@googlemail.com', 'rosa+@gmail.com']],
  ['ro.sa@partner.example', ['Ro.Sa+portal+2@Partner.example', 'ro.sa@partner.example']],
  ['rosa@gmail.com.example', ['rosa@gmail.com.example']],
  ['rosad@proton.me', ['rosa.d@proton.me', 'ROSA-D@protonmail.com', 'rosa_d+x@pm.me']],
  ['ro.sa@icloud.com', ['ro.sa@icloud.com', 'ro.sa@me.com', 'Ro.sa+1@mac.com']],
  ['rosa@yahoo.com', ['rosa@yahoo.com', 'rosa-shops@yahoo.com']],
  ['rosa@yahoo.co.uk', ['rosa-shops@yahoo.co.uk']],
  ['rosa@fastmail.com', ['rosa@fastmail.com', 'rosa+x@fastmail.com', 'shops@rosa.fastmail.com']],
])('%s is where mail to each ends up', async (mailbox, addresses) => {
  expect(await apply('mailbox', addresses)).toEqual(addresses.map(() => mailbox))
})

it('a name on a report is folded like one that is searched for, in every letter of Europe', async () => {
  const ranges = [
    [0xc0, 0x17f],
    [0x370, 0x52f],
    [0x1e00, 0x1e99],
    [0x1e9e, 0x1ef9],
    [0x1f00, 0x1fff],
  ] as const
  const letters = ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => /[\p{Lu}\p{Ll}]/u.test(letter))
  expect(letters.map(foldName)).toEqual(await apply('fold', letters))
})
