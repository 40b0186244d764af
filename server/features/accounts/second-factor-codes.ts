import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Sealer } from '../../db/sealing'
import { unavailable } from '../../errors'
import { hashToken } from '../../tokens'
import { sealedSeed } from './queries'

const seedBytes = 20
const period = 30
/** A code is accepted in its own 30 seconds and the next 30, for slow typists and clocks. */
const stepsTaken = [0, -1]
const recoveryCodeCount = 10
const recoveryCodeBytes = 15

/** A new secret of an authenticator app, in base32. */
export const newSeed = () => randomBase32(seedBytes)

const createTotp = (seed: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(seed) })

/** The `otpauth:` address that an authenticator app reads from a QR code. */
export const setupAddress = (seed: string, names: { issuer: string; label: string }) =>
  createTotp(seed, names).toString()

/** The time step that the code belongs to, this one or the one before, or null for any other code. */
export function findStep(seed: string, code: string): number | null {
  const app = createTotp(seed)
  const present = Math.floor(Date.now() / 1000 / period)
  for (const step of stepsTaken.map((distance) => present + distance)) {
    const timestamp = step * period * 1000
    if (app.validate({ token: code, timestamp, window: 0 }) !== null) return step
  }
  return null
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

/** The hash of a code as typed, in any case and grouping. 120 random bits need no slower hash. */
export const hashRecoveryCode = (typed: string) =>
  hashToken(typed.toLowerCase().replace(/[^a-z0-9]/g, ''))

function randomBase32(bytes: number): string {
  return new Secret({ buffer: Uint8Array.from(randomBytes(bytes)).buffer }).base32
}

/** The seed of an authenticator app. Throws 503 when no key of the server opens it. */
export function openSeed(sealer: Sealer, userId: number, sealed: string): string {
  try {
    return sealer.open(sealed, sealedSeed(userId))
  } catch {
    throw unavailable(
      'Codes can’t be checked because the server’s key has changed. Use a recovery code. Without one, ask support to turn two-step login off; the administrator runs npm run admin on the server.',
    )
  }
}
