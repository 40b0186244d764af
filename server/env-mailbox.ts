import { z } from '@shared/zod'

/** `smtps://user:password@host:465`, or `smtp://` for STARTTLS. */
export const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' })
  .refine(isDecodable, { error: 'has a % that encodes nothing; write it as %25' })

/** `name@host`, or `Name <name@host>`. */
export const senderAddress = z
  .string()
  .trim()
  .regex(/^(?:[^\p{Cc}<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, {
    error: 'must be an address, or a name and <address>',
  })

/** Which mail servers the settings screen may name. The operator's own is exempt. */
export interface MailHostRules {
  /** This machine's, for development and tests. */
  allowLoopback: boolean
  /** The only hosts allowed. When empty, any host on the open internet is. */
  only: readonly string[]
}

/** Names of hosts, separated by commas. */
export const mailHosts = z
  .string()
  .toLowerCase()
  .transform((list) => list.split(',').map((host) => host.trim()))
  .pipe(z.array(z.string().regex(/^[a-z0-9.-]+$/, 'must be names of hosts, separated by commas')))

/** The operator's own mailbox. */
interface EnvMailbox {
  host: string
  port: number
  secure: boolean
  auth: { user: string; pass: string } | null
  from: string
}

export function parseMailbox(address: string, fallbackFrom: string): EnvMailbox {
  const url = new URL(address)
  const secure = url.protocol === 'smtps:'
  const user = decodeURIComponent(url.username)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    auth: user ? { user, pass: decodeURIComponent(url.password) } : null,
    from: fallbackFrom,
  }
}

function isDecodable(address: string): boolean {
  try {
    const { username, password } = new URL(address)
    return decodeURIComponent(username + password) !== undefined
  } catch {
    return false
  }
}
