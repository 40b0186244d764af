import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4 } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const mailPorts = new Set([25, 465, 587, 2525])
const lookupMs = 5_000
const hostName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i

/** A mail host that the portal does not connect to, or cannot find. One answer for both. */
export class MailHostError extends Error {
  constructor() {
    super('The mail host was not found, or can’t be used.')
  }
}

const closed = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  closed.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(network, prefix, 'ipv6')
}
// Only this block of IPv6 is public; mapped and translated IPv4 addresses are outside.
const publicIPv6 = new BlockList()
publicIPv6.addSubnet('2000::', 3, 'ipv6')

/** True for an address on the open internet, written in its usual form. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4')
  if (isIP(address) !== 6 || address.includes('%')) return false
  return publicIPv6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

/**
 * What can be checked of a mail host without resolving it: a name that no resolver reads as a number, or a
 * public address, and a port of mail. This machine itself only where the operator allows that, for tests.
 */
export function canBeMailHost(mailbox: { host: string; port: number }, allowLoopback: boolean) {
  const { host, port } = mailbox
  if (isLoopback(host)) return allowLoopback
  if (!mailPorts.has(port)) return false
  return isIP(host) ? isPublicAddress(host) : hostName.test(host)
}

/**
 * The one address to connect to. The name is resolved only here, so that it cannot lead to another machine a
 * moment later. Throws MailHostError when it is unknown, or any of its addresses is not public.
 */
export async function resolveMailHost(
  mailbox: { host: string; port: number },
  allowLoopback: boolean,
): Promise<string> {
  const { host } = mailbox
  if (!canBeMailHost(mailbox, allowLoopback)) throw new MailHostError()
  if (isLoopback(host)) return host === 'localhost' ? '127.0.0.1' : host
  const found = await Promise.race([
    lookup(host, { all: true, order: 'ipv4first' }).catch(() => []),
    delay(lookupMs, [], { ref: false }),
  ])
  const [first] = found
  if (!first || !found.every(({ address }) => isPublicAddress(address))) throw new MailHostError()
  return first.address
}
