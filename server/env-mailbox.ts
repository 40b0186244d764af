import { mailAddress } from '@shared/text'
import { z } from '@shared/zod'
import { addressOf } from './env-values'

/** `smtps://user:password@host:465`, or `smtp://` for STARTTLS. */
export const smtpUrl = addressOf(['smtp', 'smtps'], 'smtp://… or smtps://user:password@host').pipe(
  z
    .string()
    .refine((address) => new URL(address).hostname !== '', { error: 'names no host', abort: true })
    .refine((address) => !isExample(new URL(address)), {
      error: 'is the example: put in the mail server’s name, user and password',
      abort: true,
    })
    .refine((address) => !isOtherPort(new URL(address)), {
      error: 'has the port of the other kind: smtps:// goes with 465, smtp:// with 587',
    })
    .refine(isDecodable, { error: 'has a % that encodes nothing; write it as %25' }),
)

const isExample = ({ hostname, username, password }: URL) =>
  hostname === 'host' || (username === 'user' && password === 'password')

/** A server speaks TLS from the first byte at 465, and after STARTTLS at 587. */
const isOtherPort = ({ protocol, port }: URL) => port === (protocol === 'smtps:' ? '587' : '465')

export const plainAddress = mailAddress('must be an email address, name@host')

/** `name@host`, or `Name <name@host>`. */
export const senderAddress = z
  .string()
  .trim()
  .regex(/^(?:[^\p{Cc}<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, {
    error: 'must be an address, or a name and <address>',
  })

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
