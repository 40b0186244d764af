import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sendRaw, type RawAnswer } from '@tests/support/network/raw-http'
import { startMailbox } from '@tests/support/mail/mailbox'
import { callPortal, type AcknowledgedPartner } from '@tests/support/portal/portal-caller'
import {
  startPortalProcess,
  testAdmin,
  type PortalProcess,
} from '@tests/support/portal/portal-process'
import { samples } from '@tests/support/samples/samples'
import { filePart, multipart, multipartType } from '../../hostile/attacker'

export interface Call {
  method?: string
  path: string
  /** Where the portal takes it to come from. */
  address: string
  cookie?: string
  json?: object
  headers?: Record<string, string>
  body?: Buffer
  keepsBody?: boolean
}

/** A portal with real limits and real hashing, and who is there. */
export interface Crowd {
  portal: PortalProcess
  /** The cookie of the administrator, who works while others attack. */
  admin: string
  /** Who logs in while others attack, and has nothing to do with any attack. */
  visitor: AcknowledgedPartner
  /** Who stays logged in, and looks at their account. */
  member: AcknowledgedPartner
  /** Who attacks, with an account and a document of 10 MB. */
  attacker: AcknowledgedPartner
  /** Null when there was no answer within a minute: beside other programs, a hash alone can take seconds. */
  send: (call: Call) => Promise<RawAnswer | null>
  stop: () => Promise<void>
}

const longestWaitMs = 60_000

export async function gatherCrowd(settings: Record<string, string> = {}): Promise<Crowd> {
  const mailbox = await startMailbox()
  const portal = await startPortalProcess({
    NODE_ENV: 'production',
    SMTP_URL: mailbox.url,
    SMTP_FROM: 'Credit Partner Portal <portal@mail.example>',
    SMTP_ALLOW_LOOPBACK: 'on',
    BCRYPT_COST: '12',
    LIMITS: '1',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
    ...settings,
  })
  const stop = async () => {
    await portal.stop()
    await mailbox.close()
  }
  try {
    const caller = callPortal(portal.origin)
    const admin = await caller.logIn(testAdmin)
    const visitor = await caller.signUp()
    const member = await caller.signUp()
    const attacker = await caller.signUp(samples.pdf({ size: 10 * 1024 ** 2 }))
    if (!admin || !visitor || !member || !attacker) throw new Error(caller.complaints.join('\n'))
    const target = { url: portal.origin.replace('localhost', '127.0.0.1'), origin: portal.origin }
    const send = ({ address, cookie, json, headers, ...call }: Call) =>
      Promise.race([
        sendRaw(target, {
          ...call,
          ...(json && { body: JSON.stringify(json) }),
          headers: {
            'X-Forwarded-For': address,
            ...(cookie && { Cookie: cookie }),
            ...(json && { 'Content-Type': 'application/json' }),
            ...headers,
          },
        }).catch(() => null),
        delay(longestWaitMs, null, { ref: false }),
      ])
    return { portal, admin, visitor, member, attacker, send, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Someone who has not been here before. */
export const newAddress = () => `10.${[...randomBytes(3)].join('.')}`

interface Upload {
  headers: Record<string, string>
  body: Buffer
}

const uploads = new Map<number, Upload>()

/** A document of so many bytes, as a browser sends it. Made once: making it would be felt by everyone here. */
export function writeUpload(bytes: number): Upload {
  const upload = uploads.get(bytes) ?? buildUpload(bytes)
  uploads.set(bytes, upload)
  return upload
}

function buildUpload(bytes: number): Upload {
  const { name, type, bytes: document } = samples.pdf({ size: bytes })
  const body = multipart([filePart(name, document, type)])
  return { headers: { ...multipartType, 'Content-Length': String(body.length) }, body }
}
