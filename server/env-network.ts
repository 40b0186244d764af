import { isIP } from 'node:net'

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

/** Loopback, unless a trusted proxy is on another machine. */
export function listenAddress(trustProxy: string | undefined): string {
  return parseHops(trustProxy ?? '').every((hop) => hop === 'loopback') ? '127.0.0.1' : '0.0.0.0'
}
