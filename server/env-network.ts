import { isIP } from 'node:net'
import { z } from '@shared/zod'
import { addressOf } from './env-values'

/** Where http needs no TLS. */
export const loopbackHosts = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The addresses of `TRUST_PROXY`. */
export const parseHops = (list: string) =>
  list
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)

export function isTrustedHop(hop: string): boolean {
  const [address = '', prefix = '', ...rest] = hop.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  // A prefix of 0 would be everybody.
  const isSound = !hop.includes('/') || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1)
  return (
    /^(loopback|linklocal|uniquelocal)$/.test(hop) ||
    (bits > 0 && rest.length === 0 && isSound && Number(prefix) <= bits)
  )
}

export const thisMachine = '127.0.0.1'

/** Loopback, unless a trusted proxy is on another machine. */
export function listenAddress(trustProxy: string | undefined): string {
  return parseHops(trustProxy ?? '').every((hop) => hop === 'loopback') ? thisMachine : '0.0.0.0'
}

/**
 * `postgres://…`. Passwords and documents' names go over it: off this machine only in TLS, and only to a
 * server that proves which one it is.
 */
export const postgresUrl = addressOf(
  ['postgres', 'postgresql'],
  'postgres://user:password@host/database',
).pipe(
  z.string().refine((address) => isLocalPostgres(address) || isVerified(address), {
    error: 'is on another machine, so it must end in ?sslmode=verify-full',
  }),
)

function isLocalPostgres(address: string): boolean {
  const url = new URL(address)
  const host = decodeURIComponent(url.searchParams.get('host') ?? url.hostname)
  return host === '' || host.startsWith('/') || loopbackHosts.test(host)
}

/** Compatible with libpq, `pg` would take lesser proofs for it. */
function isVerified(address: string): boolean {
  const { searchParams } = new URL(address)
  return searchParams.get('sslmode') === 'verify-full' && !searchParams.has('uselibpqcompat')
}

/** `tcp://127.0.0.1:port`, or `unix:/path`. Documents go over it, and clamd does not support TLS. */
export const clamdUrl = z
  .string()
  .refine(
    (address) =>
      /^(?:tcp:\/\/(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}|unix:\/.+)$/i.test(address) &&
      URL.canParse(address),
    { error: 'must be tcp://127.0.0.1:port, with a port up to 65535, or unix:/path', abort: true },
  )
  .refine(
    (address) => address.startsWith('unix:') || loopbackHosts.test(new URL(address).hostname),
    { error: 'must be on this machine: clamd does not support TLS' },
  )

/** Where texts are handed over: the provider, or a double of it on this machine, without a slash at the end. */
export const smsApiUrl = addressOf(['http', 'https'], 'https://api.twilio.com')
  .pipe(
    z
      .string()
      .refine(
        (address) =>
          new URL(address).hostname === 'api.twilio.com'
            ? address.startsWith('https:')
            : loopbackHosts.test(new URL(address).hostname),
        { error: 'must be https://api.twilio.com, or on this machine' },
      )
      .transform((address) => address.replace(/\/+$/, '')),
  )
  .default('https://api.twilio.com')

/** Where people reach the portal. What more than an origin says would be left out. */
export const publicUrl = z
  .string()
  .trim()
  .refine((text) => !/\s/.test(text), {
    error: 'must be one address, without spaces',
    abort: true,
  })
  .pipe(
    addressOf(
      ['http', 'https'],
      'an http or https address, such as https://portal.your-domain.com',
    ),
  )
  .transform((address) => new URL(address))
  .refine(
    ({ href, origin }) => href === `${origin}/`,
    'must end after the host and port, without path, query, user or password',
  )
  .refine(({ hostname }) => /^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(hostname), {
    error: 'must name one host, of letters, digits, dots and hyphens: without *, ; or ,',
  })
