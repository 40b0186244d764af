import { describe, expect, it } from 'vitest'
import { nextTextMoment } from './quiet-hours'
import { isSignedBy, signCall } from './twilio'

describe('a text leaves from 9 AM to 8 PM where its reader is', () => {
  it.each([
    // Standard time.
    ['America/New_York', '2026-12-01T13:59:59Z', '2026-12-01T14:00:00Z'],
    ['America/New_York', '2026-12-01T14:00:00Z', '2026-12-01T14:00:00Z'],
    ['America/New_York', '2026-12-02T00:59:59Z', '2026-12-02T00:59:59Z'],
    ['America/New_York', '2026-12-02T01:00:00Z', '2026-12-02T14:00:00Z'],
    ['America/Phoenix', '2026-12-02T03:00:00Z', '2026-12-02T16:00:00Z'],
    ['Pacific/Honolulu', '2026-12-01T18:59:59Z', '2026-12-01T19:00:00Z'],
    // Over the change of the clock: 9 AM is an hour earlier.
    ['America/New_York', '2027-03-14T01:30:00Z', '2027-03-14T13:00:00Z'],
    // Their zone is unknown: 2 to 8 PM EST, 3 to 8 PM EDT.
    [null, '2026-12-01T14:00:00Z', '2026-12-01T19:00:00Z'],
    [null, '2026-12-02T00:59:59Z', '2026-12-02T00:59:59Z'],
    [null, '2026-12-02T01:00:00Z', '2026-12-02T19:00:00Z'],
    [null, '2026-07-01T18:00:00Z', '2026-07-01T19:00:00Z'],
    [null, '2026-07-02T00:00:00Z', '2026-07-02T19:00:00Z'],
  ])('in %s, from %s on at %s', (zone, from, at) => {
    expect(nextTextMoment(new Date(from), zone)).toEqual(new Date(at))
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
