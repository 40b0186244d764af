import { isIP } from 'node:net'
import { z } from '@shared/zod'

/** Where http needs no TLS. */
export const loopbackHosts = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The addresses of `TRUST_PROXY`. */
export const parseHops = (list: string) =>
  list
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)

export function isTrustedHop(hop: string): boolean {
  const [address = '', prefix = '0'] = hop.split('/')
  return (
    /^(loopback|linklocal|uniquelocal)$/.test(hop) || (isIP(address) > 0 && /^\d+$/.test(prefix))
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
export const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must be postgres://…' })
  .refine((address) => isLocalPostgres(address) || isVerified(address), {
    error: 'is on another machine, so it must end in ?sslmode=verify-full',
  })

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
  .regex(/^(?:tcp:\/\/(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}|unix:\/.+)$/i, {
    error: 'must be tcp://127.0.0.1:port or unix:/path',
    abort: true,
  })
  .refine(
    (address) => address.startsWith('unix:') || loopbackHosts.test(new URL(address).hostname),
    { error: 'must be on this machine: clamd does not support TLS' },
  )

/** Where texts are handed over: the provider, or a double of it on this machine, without a slash at the end. */
export const smsApiUrl = z
  .url({ protocol: /^https?$/, error: 'must be https://…' })
  .default('https://api.twilio.com')
  .refine(
    (address) =>
      new URL(address).hostname === 'api.twilio.com'
        ? address.startsWith('https:')
        : loopbackHosts.test(new URL(address).hostname),
    { error: 'must be https://api.twilio.com, or on this machine' },
  )
  .transform((address) => address.replace(/\/+$/, ''))
