import { describe, expect, it } from 'vitest'
import { hourIn } from '@shared/meeting-time'
import { readUsNumber, textSettingsRequest, writeComposedText } from '@shared/texts'
import { drawFreePort } from '../../free-port'
import { nextTextMoment } from './text-hours'
import { isNeverConnected, isSignedBy, postText, signCall } from './twilio'

const denver = '+13035550142'
/** Of no area: it may be anywhere. */
const tollFree = '+18005550142'

describe('a text leaves from 9 AM to 8 PM in the area of the number and where its reader is', () => {
  it.each([
    // Standard time.
    [tollFree, 'America/New_York', '2026-12-01T13:59:59Z', '2026-12-01T14:00:00Z'],
    [tollFree, 'America/New_York', '2026-12-01T14:00:00Z', '2026-12-01T14:00:00Z'],
    [tollFree, 'America/New_York', '2026-12-02T00:59:59Z', '2026-12-02T00:59:59Z'],
    [tollFree, 'America/New_York', '2026-12-02T01:00:00Z', '2026-12-02T14:00:00Z'],
    [tollFree, 'America/Phoenix', '2026-12-02T03:00:00Z', '2026-12-02T16:00:00Z'],
    [tollFree, 'Pacific/Honolulu', '2026-12-01T18:59:59Z', '2026-12-01T19:00:00Z'],
    // Over the change of the clock: 9 AM is an hour earlier.
    [tollFree, 'America/New_York', '2027-03-14T01:30:00Z', '2027-03-14T13:00:00Z'],
    // Both are unknown: 2 to 8 PM EST, 3 to 8 PM EDT.
    [tollFree, null, '2026-12-01T14:00:00Z', '2026-12-01T19:00:00Z'],
    [tollFree, 'Mars/Olympus', '2026-12-01T14:00:00Z', '2026-12-01T19:00:00Z'],
    [tollFree, null, '2026-12-02T00:59:59Z', '2026-12-02T00:59:59Z'],
    [tollFree, null, '2026-12-02T01:00:00Z', '2026-12-02T19:00:00Z'],
    [tollFree, null, '2026-07-01T18:00:00Z', '2026-07-01T19:00:00Z'],
    [tollFree, null, '2026-07-02T00:00:00Z', '2026-07-02T19:00:00Z'],
    // Someone from Denver in New York, in Honolulu, and in Guam: at a time that suits both.
    [denver, 'America/New_York', '2026-12-01T14:00:00Z', '2026-12-01T16:00:00Z'],
    [denver, 'America/New_York', '2026-12-02T01:00:00Z', '2026-12-02T16:00:00Z'],
    [denver, 'Pacific/Honolulu', '2026-12-01T16:00:00Z', '2026-12-01T19:00:00Z'],
    [denver, 'Pacific/Guam', '2026-12-01T16:00:00Z', '2026-12-01T23:00:00Z'],
    // Areas of two zones.
    ['+12085550142', null, '2026-12-01T16:00:00Z', '2026-12-01T17:00:00Z'],
    ['+19075550142', null, '2026-12-01T18:00:00Z', '2026-12-01T19:00:00Z'],
  ])('to %s in %s, from %s on at %s', (recipient, timeZone, from, at) => {
    expect(nextTextMoment(new Date(from), { recipient, timeZone })).toEqual(new Date(at))
  })

  it.each([
    null,
    'Etc/Unknown',
    'UTC',
    'Etc/GMT-5',
    'Europe/London',
    'Atlantic/Reykjavik',
    'Asia/Kolkata',
  ])('to Denver from a browser that says %s', (timeZone) => {
    for (const [from, at] of [
      ['2026-12-01T09:00:00Z', '2026-12-01T16:00:00Z'],
      ['2026-12-02T02:59:59Z', '2026-12-02T02:59:59Z'],
      ['2026-12-02T03:00:00Z', '2026-12-02T16:00:00Z'],
    ] as const)
      expect(nextTextMoment(new Date(from), { recipient: denver, timeZone })).toEqual(new Date(at))
  })

  it('whatever area and zone come together', () => {
    const areas = [
      [212, 'America/New_York'],
      [606, 'America/Chicago'],
      [312, 'America/Chicago'],
      [308, 'America/Denver'],
      [303, 'America/Denver'],
      [928, 'America/Phoenix'],
      [208, 'America/Los_Angeles'],
      [213, 'America/Los_Angeles'],
      [907, 'America/Adak'],
      [808, 'Pacific/Honolulu'],
      [787, 'America/Puerto_Rico'],
      [671, 'Pacific/Guam'],
      [684, 'Pacific/Pago_Pago'],
    ] as const
    for (const from of ['2026-12-01T00:00:00Z', '2026-07-01T12:00:00Z'])
      for (const [code, area] of areas)
        for (const [, timeZone] of areas) {
          const at = nextTextMoment(new Date(from), { recipient: `+1${code}5550142`, timeZone })
          const hours = [hourIn(at, area), hourIn(at, timeZone)]
          expect([code, timeZone, hours.every((hour) => hour >= 9 && hour < 20)]).toEqual([
            code,
            timeZone,
            true,
          ])
        }
  })
})

describe('a call of the provider', () => {
  // Published by the provider: https://www.twilio.com/docs/usage/security
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  const form = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  })
  const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8='

  it('has the signature that is published', () => {
    expect(signCall('12345', url, form)).toBe(signature)
    expect(isSignedBy('12345', { url, form, signature })).toBe(true)
  })

  it.each([
    ['another token', '12346', url, form, signature],
    ['another address', '12345', `${url}3`, form, signature],
    ['another field', '12345', url, new URLSearchParams([...form, ['Body', 'STOP']]), signature],
    ['another signature', '12345', url, form, 'RSOYDt4T1cUTdK1PDd93/VVr8B9='],
    ['no signature', '12345', url, form, ''],
  ])('is refused with %s', (_what, token, at, fields, signed) => {
    expect(isSignedBy(token, { url: at, form: fields, signature: signed })).toBe(false)
  })
})

describe('a number as it was typed', () => {
  it.each([
    '(303) 555-0142',
    '303.555.0142 x12',
    '13035550142',
    '1 (303) 555-0142',
    '+1 303 555 0142',
    '0013035550142',
    '011 1 303 555 0142',
    'Cell: 303-555-0142 or 303-555-0143',
    '\u202a+13035550142\u202c',
  ])('%s is one of the US', (typed) => {
    expect(readUsNumber(typed)).toBe('3035550142')
  })

  it.each([
    '+45 30 35 55 01 42',
    '+303 555 0142',
    '+ 45 3035 5501',
    '(+45) 303 555 01',
    '+3035550142',
    '003035550142',
    '0113035550142',
    '+44 20 7946 0958',
    '0045 30355501',
    '103 555 0142',
    '303 155 0142',
    '303 555 014',
    '303 555 01423',
    'none',
    '',
  ])('%s is none', (typed) => {
    expect(readUsNumber(typed)).toBeNull()
  })

  it.each([
    ['+13035550142', true],
    [`MG${'0'.repeat(32)}`, true],
    ['+11035550142', false],
    ['+13031550142', false],
    ['+443035550142', false],
    ['3035550142', false],
  ])('%s as the sender: %s', (sender, isTaken) => {
    const settings = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'x', sender, kinds: [] }
    expect(textSettingsRequest.safeParse(settings).success).toBe(isTaken)
  })
})

it('what the administrator writes says who writes, and how to end it', () => {
  const text = writeComposedText('Please call us.', { programName: 'Credit Partner Program' })
  expect(text).toBe('Credit Partner Program: Please call us. Reply STOP to opt out.')
})

const failure = (message: string, more: object) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), more) })

describe('a text that surely never left', () => {
  const provider = { accountSid: 'AC1', authToken: 'x', sender: '+13035550142' }
  const text = { to: '+13035550199', body: 'Hello' }

  it('had no connection', async () => {
    expect(
      await postText(`http://127.0.0.1:${await drawFreePort()}`, provider, text),
    ).toMatchObject({ kind: 'unsent' })
  })

  it.each([
    [true, failure('', { code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
    [true, failure('', { code: 'ETIMEDOUT', syscall: 'connect' })],
    [true, failure('', { code: 'EPERM', syscall: 'connect' })],
    [true, failure('', { code: 'UND_ERR_CONNECT_TIMEOUT' })],
    [true, failure('', { code: 'CERT_HAS_EXPIRED' })],
    [
      true,
      failure('Proxy response (407) !== 200 when HTTP Tunneling', { code: 'UND_ERR_ABORTED' }),
    ],
    [false, failure('', { code: 'ETIMEDOUT', syscall: 'read' })],
    [false, failure('', { code: 'ECONNRESET', syscall: 'read' })],
    [false, failure('other side closed', { code: 'UND_ERR_SOCKET' })],
    [false, new DOMException('The operation timed out.', 'TimeoutError')],
  ])('%s for %o', (isUnsent, error) => {
    expect(isNeverConnected(error)).toBe(isUnsent)
  })
})
