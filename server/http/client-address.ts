import { isIPv4, isIPv6 } from 'node:net'
import { sql, type SQL } from 'drizzle-orm'
import type { Request } from 'express'

const withPort = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/
const zone = /%.*$/s

/**
 * A client's address in the one way it is written here: without the port or zone that some proxies
 * add, IPv4 as such also where it came mapped into IPv6. Null when it is no address.
 */
export function readAddress(text: string): string | null {
  const [, inBrackets, beforePort] = withPort.exec(text.trim()) ?? []
  const bare = (inBrackets ?? beforePort ?? text.trim()).replace(zone, '')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return null
  const shortest = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(shortest)
  if (!mapped) return shortest
  const [high, low] = mapped.slice(1).map((group) => Number.parseInt(group, 16))
  return [high, low].flatMap((pair = 0) => [pair >> 8, pair & 255]).join('.')
}

/**
 * How much of an address names its network, for limits, duplicates and holds alike. IPv6 has 48 bits because one
 * subscriber may be given as much (RFC 6177), and could pass for 65,536 networks of 64.
 */
const networkBits = { v4: 24, v6: 48 }

/** The wider network of a limit's key, as duplicates and holds see it too. */
export function getNetwork(key: string): string {
  const { v4, v6 } = networkBits
  if (isIPv4(key)) return `${key.split('.', v4 / 8).join('.')}.0/${v4}`
  return `${key.split(':', v6 / 16).join(':')}::/${v6}`
}

/** The network of an address that a column holds as text; that of IPv4 also where it is mapped into IPv6. */
export const networkOf = (address: SQL): SQL => sql`(
  select network(set_masklen(plain.address, case family(plain.address)
    when 4 then ${sql.raw(String(networkBits.v4))} else ${sql.raw(String(networkBits.v6))} end))
  from (select regexp_replace(host(${address}::inet), '^::ffff:(?=[0-9]+[.])', '')::inet as address) plain)`

/**
 * The key that limits count by. An IPv6 subscriber has a whole /64; all unreadable addresses share one key.
 */
export function getLimitKey(req: Pick<Request, 'ip'>): string {
  const address = readAddress(req.ip ?? '')
  if (address === null) return 'unreadable'
  if (isIPv4(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = address.includes('::')
    ? Array<string>(8 - left.length - right.length).fill('0')
    : []
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

/** The client that waits for an answer. */
export interface Caller {
  /** The key that limits count by: an IPv6 subscriber's whole network. */
  address: string
  hungUp: AbortSignal
}

/** With the end of the request: the answer is out, or the client has disconnected. */
type CallerOfRequest = Caller & { closed: Promise<void> }

const callers = new WeakMap<Request, CallerOfRequest>()

/** One per request: several limits watch its end, and Node warns of more than ten listeners. */
export function getCaller(req: Request): CallerOfRequest {
  const known = callers.get(req)
  if (known) return known
  const gone = new AbortController()
  const { res, socket } = req
  if (socket.destroyed) gone.abort()
  const closed = new Promise<void>((resolve) => {
    res?.once('close', () => {
      if (!res.writableFinished) gone.abort()
      resolve()
    })
  })
  const caller = { address: getLimitKey(req), hungUp: gone.signal, closed }
  callers.set(req, caller)
  return caller
}
