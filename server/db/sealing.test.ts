import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSealer } from './sealing'
import { maxAttempts, retryDelay } from './outbox'

const key = randomBytes(32)
const sealer = createSealer([key])
const at = { table: 'monitoring_credentials', column: 'password', id: 7 }

describe('a sealed value', () => {
  it.each(['', 'p4ss word', 'пароль 🔑\0', 'x'.repeat(10_000)])('opens to %j', (secret) => {
    expect(sealer.open(sealer.seal(secret, at), at)).toBe(secret)
  })

  it('differs each time and shows nothing of the secret', () => {
    const [first, second] = [sealer.seal('the secret', at), sealer.seal('the secret', at)]
    expect(first).not.toBe(second)
    expect(first).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/)
    expect(Buffer.from(first).toString()).not.toContain('the secret')
  })

  it('does not open in another row, column or table', () => {
    const sealed = sealer.seal('the secret', at)
    for (const moved of [{ id: 8 }, { column: 'notes' }, { table: 'email_settings' }])
      expect(() => sealer.open(sealed, { ...at, ...moved })).toThrow()
  })

  it('does not open with a single bit changed, cut or extended', () => {
    const sealed = sealer.seal('the secret', at)
    const [version, id, payload = ''] = sealed.split('.')
    const bytes = Buffer.from(payload, 'base64url')
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      const forged = `${version}.${id}.${changed.toString('base64url')}`
      expect(() => sealer.open(forged, at)).toThrow()
    }
    for (const length of [0, 1, 12, 20, 27, bytes.length - 1]) {
      const cut = `${version}.${id}.${bytes.subarray(0, length).toString('base64url')}`
      expect(() => sealer.open(cut, at)).toThrow()
    }
    const longer = Buffer.concat([bytes, Buffer.from('x')]).toString('base64url')
    expect(() => sealer.open(`${version}.${id}.${longer}`, at)).toThrow()
  })

  it('does not open under another key, version or format', () => {
    const sealed = sealer.seal('the secret', at)
    expect(() => createSealer([randomBytes(32)]).open(sealed, at)).toThrow('No key opens')
    for (const forged of ['', 'v1', 'v1.x.y', sealed.replace('v1', 'v2'), 'the secret'])
      expect(() => sealer.open(forged, at)).toThrow('No key opens')
  })

  it('opens under an old key while new ones are sealed under the new', () => {
    const sealed = sealer.seal('the secret', at)
    const fresh = randomBytes(32)
    const rotated = createSealer([fresh, key])
    expect(rotated.open(sealed, at)).toBe('the secret')
    expect(createSealer([fresh]).open(rotated.seal('newer', at), at)).toBe('newer')
  })

  it('has a fingerprint that only the key, the text and the purpose decide', () => {
    const print = sealer.fingerprint('the secret', 'finding')
    expect(print).toMatch(/^[\w-]{43}$/)
    expect(createSealer([key, randomBytes(32)]).fingerprint('the secret', 'finding')).toBe(print)
    expect(sealer.fingerprint('the secret.', 'finding')).not.toBe(print)
    expect(sealer.fingerprint('the secret', 'other')).not.toBe(print)
    expect(createSealer([randomBytes(32)]).fingerprint('the secret', 'finding')).not.toBe(print)
  })

  it('needs a key', () => {
    expect(() => createSealer([])).toThrow('At least one data key')
  })
})

describe('the delays between attempts', () => {
  const delays = Array.from({ length: maxAttempts - 1 }, (_, index) => retryDelay(index + 1) ?? 0)

  it('grow', () => {
    expect(delays.at(0)).toBe(30)
    for (const [index, delay] of delays.entries()) {
      if (index > 0) expect(delay).toBeGreaterThan(delays[index - 1] ?? Infinity)
    }
  })

  it('outlast a night', () => {
    const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3600
    expect(hours).toBeGreaterThan(12)
    expect(hours).toBeLessThan(48)
  })

  it('end', () => {
    expect(retryDelay(maxAttempts)).toBeNull()
    expect(retryDelay(maxAttempts + 1)).toBeNull()
  })
})
