import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { listedUser } from '@shared/users'
import { z } from '@shared/zod'
import type { Agent } from './agents'
import type { TestApp } from './app'
import { buildFile, buildUser } from './factories'

const letters = fc.constantFrom(...Array.from("aBcÉñØßжЩωΔ龍あế'- "))
const special = fc.constantFrom('%', '_', '\\', '"', '$1', '{', ';', '|', '&', '🦆', '٣')
const anyName = fc
  .string({ unit: fc.oneof({ weight: 3, arbitrary: letters }, special), maxLength: 30 })
  .map((text) => `x${text.normalize('NFC')}`.trim())

const anyPart = fc.record({
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(12),
})
function partOf(text: string, { from, length }: { from: number; length: number }): string {
  const start = Math.floor(from * (text.length - 1))
  const part = text.slice(start, start + 1 + length).toWellFormed()
  // Half a character cannot be typed.
  return part.replace(/^\ufffd|\ufffd$/g, '')
}

/** Every letter that has another case in the other case. */
const otherCase = (text: string) =>
  Array.from(text)
    .map((letter) => {
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      const back = other === other.toLowerCase() ? other.toUpperCase() : other.toLowerCase()
      return back === letter ? other : letter
    })
    .join('')
const anyTyping = fc.constantFrom(
  (term: string) => term,
  otherCase,
  (term: string) => ` ${term}\t`,
  (term: string) => term.normalize('NFD'),
  // Without accents, as most keyboards write them.
  (term: string) => term.normalize('NFD').replace(/\p{Mn}/gu, ''),
  (term: string) => term.replaceAll("'", '’').replaceAll('-', '‐'),
)

const anyNumber = fc.stringMatching(/^[2-9]\d{9}$/)
const anyFormat = fc.constantFrom(
  '##########',
  '(###) ###-####',
  '###-###-####',
  '###.###.####',
  '+1 ### ### ####',
  '1 (###) ###-####',
)
function write(digits: string, format: string): string {
  let at = 0
  return format.replace(/#/g, () => digits.charAt(at++))
}

/** What holds of every search, tried with so many names, numbers and searches each. */
export function itFindsWhatIsThere(app: TestApp, admin: Agent, numRuns: number): void {
  async function search(text: string, limit = 25) {
    const query = new URLSearchParams({ search: text, limit: String(limit) })
    const { status, body } = await admin.get(`/api/admin/users?${query}`)
    expect(status).toBe(200)
    return z.array(listedUser).parse(body)
  }

  async function foldAll(texts: readonly string[]): Promise<string[]> {
    const { rows } = await app.pool.query(
      'select fold(text) as folded from unnest($1::text[]) text',
      [texts],
    )
    return rows.map(({ folded }) => folded)
  }

  it('finds the newest user by any part of the name or email, however it is typed', async () => {
    const field = fc.constantFrom('firstName', 'lastName', 'fullName', 'email')
    let number = 0
    await fc.assert(
      fc.asyncProperty(
        fc.record({ firstName: anyName, lastName: anyName }),
        field,
        anyPart,
        anyTyping,
        async (name, searched, part, type) => {
          number += 1
          const email = `Found-${number}@Search.example`
          const { id } = await buildUser(app, { ...name, email })
          const fields = { ...name, email, fullName: `${name.firstName} ${name.lastName}` }
          const typed = type(partOf(fields[searched], part))
          if (typed.trim() === '') return
          const [newest] = await search(typed, 1)
          expect({ typed, found: newest?.id }).toEqual({ typed, found: id })
        },
      ),
      { numRuns },
    )
  })

  it('finds no one whose name, email and phone lack one of its words', async () => {
    const terms = fc.string({ unit: fc.oneof(letters, special), minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(terms, async (typed) => {
        const words = await foldAll(typed.split(/[\s;]+/))
        for (const { firstName, lastName, email, phoneNumber } of await search(typed)) {
          const [text] = await foldAll([`${firstName} ${lastName} ${email} ${phoneNumber}`])
          for (const word of words) expect(text).toContain(word)
        }
      }),
      { numRuns },
    )
  })

  it('finds a phone by its digits, or any three in a row, however either is written', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyNumber,
        anyFormat,
        anyFormat,
        fc.nat(7),
        async (digits, kept, typed, from) => {
          const { id } = await buildUser(app, { phoneNumber: write(digits, kept) })
          for (const term of [write(digits, typed), digits.slice(from, from + 3)]) {
            const [newest] = await search(term, 1)
            expect([term, newest?.id]).toEqual([term, id])
          }
        },
      ),
      { numRuns },
    )
  })

  it('finds reports by file, owner and email by the same rules', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ firstName: anyName, file: anyName }),
        fc.constantFrom('file', 'owner', 'email'),
        anyPart,
        anyTyping,
        async ({ firstName, file }, searched, part, type) => {
          const owner = await buildUser(app, { firstName })
          const { id } = await buildFile(app, { owner, fileName: `${file}.pdf` })
          const fields = { file, owner: firstName, email: owner.email }
          const typed = type(partOf(fields[searched], part))
          if (typed.trim() === '') return
          const query = new URLSearchParams({ search: typed, limit: '1' })
          const { body } = await admin.get(`/api/admin/files?${query}`).expect(200)
          expect({ typed, found: body[0]?.id }).toEqual({ typed, found: id })
        },
      ),
      { numRuns },
    )
  })

  it('answers whatever is typed, with 200 or with a 400 that says why', async () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 250 }),
      fc.string({ unit: fc.constantFrom('%', '_', '\\', "'", '\0', '\u0301', '(', ' ', '1') }),
    )
    const lists = ['users', 'files', 'credentials', 'messages', 'referrals', 'emails']
    await fc.assert(
      fc.asyncProperty(anything, fc.constantFrom(...lists), async (typed, list) => {
        const query = new URLSearchParams({ search: typed })
        const { status, body } = await admin.get(`/api/admin/${list}?${query}`)
        const fits = typed.length <= 200
        expect([typed, status]).toEqual([typed, fits ? 200 : 400])
        if (!fits) expect(body).toMatchObject({ code: 'bad_request', message: expect.any(String) })
      }),
      { numRuns },
    )
  })
}
