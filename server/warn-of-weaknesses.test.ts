import { expect, it } from 'vitest'
import { secrets } from '@tests/support/portal/settings'
import { parseEnv } from './env'
import { createLogger } from './http/logger'
import { warnOfWeaknesses } from './warn-of-weaknesses'

function warningsOf(settings: Record<string, string>): string[] {
  const lines: string[] = []
  const logger = createLogger({ logLevel: 'warn' }, { write: (line) => void lines.push(line) })
  warnOfWeaknesses(parseEnv({ ...secrets, ...settings }), logger)
  return lines.map((line) => String(JSON.parse(line).msg)).filter((line) => !/a file/.test(line))
}

const world = { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: 'loopback' }
const safe = { ...world, ADMIN_SECOND_FACTOR: 'required', CLAMD_URL: 'unix:/run/clamd.ctl' }

it.each([
  ['a login without a code', { ADMIN_SECOND_FACTOR: 'optional' }, /ADMIN_SECOND_FACTOR$/],
  ['no virus scanner', { CLAMD_URL: '' }, /CLAMD_URL$/],
  ['mail to this machine', { SMTP_ALLOW_LOOPBACK: 'on' }, /SMTP_ALLOW_LOOPBACK$/],
  ['limits that limit little', { LIMITS: '1000' }, /LIMITS$/],
  ['a proxy on another machine', { TRUST_PROXY: '10.20.0.5' }, /^this port is unencrypted/],
])('a portal for the world warns of %s', (_what, change, warning) => {
  expect(warningsOf({ ...safe, ...change })).toEqual([expect.stringMatching(warning)])
})

it('a safe portal warns of nothing, nor does one for trying out', () => {
  expect(warningsOf(safe)).toEqual([])
  expect(warningsOf({})).toEqual([])
})
