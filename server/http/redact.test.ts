import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLogger, redactAddress } from './logger'

const key = fc.stringMatching(/^[A-Za-z\d_-]{43}$/)
const inAnyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) =>
      Array.from(text, (letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''),
    )
const slash = fc.constantFrom('/', '//', '/./', '/x/../', '\\', '%2f', '%5C', '/%2e/', '%252F', '')
const prefix = fc.oneof(
  ...['api/link-file', 'uploads', 'api', 'blog', 'healthz'].map(inAnyCase),
  fc.string({ maxLength: 8 }),
)
/** Any of the characters behind up to three layers of percent-encoding. */
const encoded = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.infiniteStream(fc.nat(3))).map(([plain, layers]) =>
    Array.from(plain, (letter) => {
      const depth = layers.next().value ?? 0
      if (depth === 0) return letter
      return `%${'25'.repeat(depth - 1)}${letter.charCodeAt(0).toString(16).padStart(2, '0')}`
    }).join(''),
  )
const tail = fc.constantFrom('', '/', '/scan.pdf', '?token=1', '#x', '%3Fdownload=true', '%ff', '%')

describe('a key in an address', () => {
  it('never reaches the log, however the address is spelled', () => {
    const host = fc.constantFrom('', 'http://portal.example', 'HTTPS://a:b@portal.example:80')
    fc.assert(
      fc.property(
        key.chain((plain) =>
          fc.tuple(
            fc.constant(plain),
            host,
            slash,
            prefix,
            slash,
            encoded(fc.constant(plain)),
            tail,
          ),
        ),
        ([plain, ...parts]) => {
          const logged = redactAddress(parts.join(''))
          expect(logged).not.toContain(plain)
          expect(logged).not.toContain(plain.slice(1))
          expect(logged).not.toMatch(/%[\da-f]{2}/i)
        },
      ),
      { numRuns: 3000 },
    )
  })

  it.each([
    ['/api/admin/users/12/status?token=x', '/api/admin/users/12/status'],
    ['/uploads/k/credit%20report.pdf', '/uploads/[redacted]'],
    ['/Uploads\\k\\report.pdf', '/Uploads\\[redacted]'],
    ['//API/Link-File/k', '//API/Link-File/[redacted]'],
    ['http://u:p@portal.example/login', '/login'],
    [`/%${'25'.repeat(20)}6b`, '[unreadable]'],
    // A broken escape takes the key's first character.
    [`/%0%61${'k'.repeat(42)}`, '/\n[redacted]'],
  ])('%s is logged as %s', (address, logged) => {
    expect(redactAddress(address)).toBe(logged)
  })
})

describe('a line of the log', () => {
  it('holds no key, no matter who wrote it, and stays JSON', () => {
    const around = fc.string({
      unit: fc.constantFrom('\n', '\0', '\\', '"', 'u', '0', ' ', '/', 'é'),
    })
    fc.assert(
      fc.property(key, around, around, (plain, before, after) => {
        const lines: string[] = []
        const write = (line: string) => void lines.push(line)
        const logger = createLogger({ logLevel: 'info' }, { write }).child({ id: 7 })
        logger.warn({ err: { message: `${before}${plain}${after}` } }, `no such file: ${plain}`)
        const [line = ''] = lines
        expect(line).not.toContain(plain)
        expect(JSON.parse(line)).toMatchObject({ id: 7, msg: 'no such file: [redacted]' })
      }),
      { numRuns: 1000 },
    )
  })
})
