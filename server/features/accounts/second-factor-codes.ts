import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Sealer } from '../../db/sealing'
import { unavailable } from '../../http/errors'
import { sealedSeed } from './queries'

const seedBytes = 20
const period = 30
/** Phones' clocks are off by a step at most. */
const window = 1
const recoveryCodeCount = 10
const recoveryCodeBytes = 15

/** A new secret of an authenticator app, in base32. */
export const newSeed = () => randomBase32(seedBytes)

const appOf = (seed: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(seed) })

/** The `otpauth:` address that an authenticator app reads from a QR code. */
export const setupAddress = (seed: string, names: { issuer: string; label: string }) =>
  appOf(seed, names).toString()

/** The time step that the code belongs to, around now, or null for any other code. */
export function stepOf(seed: string, code: string): number | null {
  const timestamp = Date.now()
  const distance = appOf(seed).validate({ token: code, timestamp, window })
  return distance === null ? null : Math.floor(timestamp / 1000 / period) + distance
}

/** Six digits, which apps show in two groups; null for anything else. */
export function readAppCode(typed: string): string | null {
  const code = typed.replace(/\s/g, '')
  return /^\d{6}$/.test(code) ? code : null
}

/** Ten codes of 120 random bits, in groups that can be copied by hand. */
export const newRecoveryCodes = () =>
  Array.from({ length: recoveryCodeCount }, () => {
    const code = randomBase32(recoveryCodeBytes).toLowerCase()
    return (code.match(/.{4}/g) ?? []).join('-')
  })

/** Of a code as typed, in any case and grouping. Nothing slower is needed for 120 random bits. */
export const hashRecoveryCode = (typed: string) =>
  createHash('sha256')
    .update(typed.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('base64url')

function randomBase32(bytes: number): string {
  return new Secret({ buffer: Uint8Array.from(randomBytes(bytes)).buffer }).base32
}

/** The seed of an authenticator app. Throws 503 when no key of the server opens it. */
export function openSeed(sealer: Sealer, userId: number, sealed: string): string {
  try {
    return sealer.open(sealed, sealedSeed(userId))
  } catch {
    throw unavailable(
      'Codes cannot be checked: the server has another key. Use a recovery code, or recover the administrator on the server.',
    )
  }
}
