import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '@tests/support/samples/any-character'
import { getLimitKey, readAddress } from './client-address'
import { describeBrowser } from './session'

const keyOf = (ip: string | undefined) => getLimitKey({ ip })

const port = fc.nat(65_535)
const zone = fc.constantFrom('', '%eth0', '%25', '%en0.1', '%1')
const group = fc.oneof(fc.constant(0), fc.nat(0xffff))
const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length })

/** One of the ways to write a group: any case, with leading zeros or without. */
const spellGroup = (value: number) =>
  fc
    .integer({ min: 1, max: 4 })
    .map((width) => value.toString(16).padStart(width, '0'))
    .chain((text) => fc.constantFrom(text, text.toUpperCase()))

/** One of the ways to write eight groups: any run of zeros shortened, the end in IPv4's way. */
function spellings(values: number[]): fc.Arbitrary<string> {
  const runs = values.flatMap((_value, from) =>
    Array.from({ length: values.length - from }, (_length, index) => from + index + 1)
      .filter((to) => values.slice(from, to).every((value) => value === 0))
      .map((to) => ({ from, to })),
  )
  return fc
    .tuple(
      fc.tuple(...values.map(spellGroup)),
      fc.constantFrom(null, ...runs),
      fc.boolean(),
      fc.constantFrom('bare', 'zone', 'brackets', 'port'),
      zone,
      port,
    )
    .map(([written, run, dotted, wrapping, zoneName, portNumber]) => {
      const [high = 0, low = 0] = values.slice(6)
      const canBeDotted = dotted && (run === null || run.to <= 6)
      const ending = canBeDotted ? [dottedOf(high, low)] : written.slice(6)
      const all = [...written.slice(0, 6), ...ending]
      const text = run
        ? `${all.slice(0, run.from).join(':')}::${all.slice(run.to).join(':')}`
        : all.join(':')
      if (wrapping === 'bare') return text
      if (wrapping === 'zone') return text + zoneName
      return wrapping === 'brackets' ? `[${text}${zoneName}]` : `[${text}]:${portNumber}`
    })
}
const dottedOf = (high: number, low: number) =>
  [high >> 8, high & 255, low >> 8, low & 255].join('.')

describe('the key that limits count by', () => {
  it('is the same for all spellings of an IPv6 address, and of all addresses of its /64', () => {
    fc.assert(
      fc.property(
        groups(4)
          .filter((network) => network.some((value) => value !== 0))
          .chain((network) =>
            fc.tuple(
              fc.constant(network),
              groups(4).chain((host) => spellings([...network, ...host])),
              groups(4).chain((host) => spellings([...network, ...host])),
            ),
          ),
        ([network, one, other]) => {
          const key = `${network.map((value) => value.toString(16)).join(':')}::/64`
          expect([one, keyOf(one)]).toEqual([one, key])
          expect([other, keyOf(other)]).toEqual([other, key])
        },
      ),
      { numRuns: 500 },
    )
  })

  it('is the same for all spellings of an IPv4 address, mapped into IPv6 or not', () => {
    fc.assert(
      fc.property(
        fc.nat(0xffff).chain((high) =>
          fc.nat(0xffff).chain((low) => {
            const plain = dottedOf(high, low)
            const mapped = spellings([0, 0, 0, 0, 0, 0xffff, high, low])
            const four = port.map((number) => `${plain}:${number}`)
            return fc.tuple(fc.constant(plain), fc.oneof(mapped, four))
          }),
        ),
        ([plain, spelled]) => {
          expect([spelled, keyOf(spelled)]).toEqual([spelled, plain])
          expect(keyOf(plain)).toBe(plain)
          expect(readAddress(spelled)).toBe(plain)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('is the same for everything that is not an address', () => {
    const garbage = fc.oneof(
      anyText,
      fc.constantFrom('unknown', '_hidden', '1.2.3', '1.2.3.4.5', '256.1.1.1', '1.2.3.4:'),
      fc.constantFrom('[::1', '::1]', '[]', '[]:80', ':::', '1::2::3', '::1:80:x', '%eth0'),
      fc.constantFrom('01.2.3.4', '1.2.3.4, 5.6.7.8', '1.2.3.4/24', '::/0', '[1.2.3.4', '%'),
      fc.constantFrom('fe80::1 eth0', 'http://1.2.3.4'),
    )
    fc.assert(
      fc.property(garbage, (text) => {
        fc.pre(readAddress(text) === null)
        expect(keyOf(text)).toBe('unreadable')
      }),
      { numRuns: 500 },
    )
    expect(['unknown', '1.2.3', '01.2.3.4', '[::1', ':::', '', '1.2.3.4/24'].map(keyOf)).toEqual(
      Array(7).fill('unreadable'),
    )
    expect(keyOf(undefined)).toBe('unreadable')
  })

  it.each(['::1', '[::1]:80'])('of %s is 0:0:0:0::/64', (ip) => {
    expect(keyOf(ip)).toBe('0:0:0:0::/64')
  })
})

describe('the browser of a request', () => {
  const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

  it.each([
    [`(Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0 Safari/537.36`, 'Chrome on Windows'],
    [`(Windows NT 10.0) ${webKit} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
    [
      `(iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webKit} Version/18.0 Safari/604.1`,
      'Safari on iPhone',
    ],
    ['(Macintosh; Intel Mac OS X 15.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Mac'],
    [
      `(Linux; Android 15) ${webKit} SamsungBrowser/28.0 Chrome/130.0`,
      'Samsung Internet on Android',
    ],
  ])('%s is %s', (userAgent, name) => {
    expect(describeBrowser(`Mozilla/5.0 ${userAgent}`)).toBe(name)
  })

  it.each(['curl/8.0', undefined])('is not known by %s', (userAgent) => {
    expect(describeBrowser(userAgent)).toBe('Unknown device')
  })
})
