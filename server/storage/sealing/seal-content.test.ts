import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DamagedContentError } from '../port'
import { openContent, sealContent, sealedFrom } from './seal-content'

const storageKey = `${'k'.repeat(43)}/one.pdf`
const otherKey = `${'k'.repeat(43)}/two.pdf`
const newBinding = () => ({ key: randomBytes(32), storageKey })
const pieceBytes = 32 * 1024

/** Sealing and opening overwrite what they are given. */
const seal = (plain: Buffer, binding: ReturnType<typeof newBinding>) =>
  Buffer.concat(sealContent([Buffer.from(plain)], binding))

const open = (sealed: Buffer, binding: ReturnType<typeof newBinding>) =>
  openContent(Buffer.from(sealed), binding)

function flipBit(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at % 8)), at)
  return changed
}

describe('a sealed content', () => {
  it.each([0, 1, 15, 16, 17, pieceBytes - 1, pieceBytes, pieceBytes + 1, 100_000, 10 * 2 ** 20])(
    'of %i bytes opens to what it was',
    (size) => {
      const plain = randomBytes(size)
      const binding = newBinding()
      const sealed = seal(plain, binding)
      expect(sealedFrom(sealed.length)).toBe(size)
      expect(open(sealed, binding).equals(plain)).toBe(true)
    },
  )

  it('shows nothing of what is in it, and is another each time', () => {
    const plain = Buffer.from('the marker '.repeat(20_000))
    const [one, other] = [seal(plain, newBinding()), seal(plain, newBinding())]
    expect(one.includes('marker')).toBe(false)
    expect(one.equals(other)).toBe(false)
  })
})

const expectDamaged = (sealed: Buffer, binding: ReturnType<typeof newBinding>) =>
  expect(() => open(sealed, binding)).toThrow(DamagedContentError)

describe('it is damaged, and never handed out,', () => {
  it('with any one of its bytes changed', () => {
    const binding = newBinding()
    const sealed = seal(randomBytes(200), binding)
    for (let at = 0; at < sealed.length; at += 1) expectDamaged(flipBit(sealed, at), binding)
  })

  it.each<[string, (sealed: Buffer) => Buffer]>([
    ['a byte changed at its end', (all) => flipBit(all, all.length - 20)],
    ['halves exchanged', (all) => Buffer.concat([all.subarray(50_000), all.subarray(0, 50_000)])],
    ['its first byte cut off', (all) => all.subarray(1)],
    ['its last byte cut off', (all) => all.subarray(0, -1)],
    ['a tag’s length cut off', (all) => all.subarray(0, -16)],
    ['half a tag left', (all) => all.subarray(0, 8)],
    ['nothing left', (all) => all.subarray(0, 0)],
    ['a byte added', (all) => Buffer.concat([all, Buffer.alloc(1)])],
    ['a tag’s length added', (all) => Buffer.concat([all, Buffer.alloc(16)])],
  ])('with %s', (_damage, damage) => {
    const binding = newBinding()
    expectDamaged(damage(seal(randomBytes(100_000), binding)), binding)
  })

  it('under another key, under another storage key, and with the bytes of another content', () => {
    const plain = randomBytes(100_000)
    const binding = newBinding()
    const sealed = seal(plain, binding)
    expectDamaged(sealed, { ...binding, key: randomBytes(32) })
    expectDamaged(sealed, { ...binding, storageKey: otherKey })
    expectDamaged(seal(plain, newBinding()), binding)
    expectDamaged(plain, binding)
  })
})
