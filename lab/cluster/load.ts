import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  callPortal,
  type AcknowledgedPartner,
  type PortalCaller,
} from '@tests/support/portal/portal-caller'
import { testAdmin } from '@tests/support/portal/portal-process'

/** One of so many clients is an administrator. */
const administratorEvery = 16
/** A refused client asks again after this, as a page does. */
const pauseMs = 250

/** Who the administrator writes to. */
export const composedFor = 'ada@partner.example'

/** What clients were told is done. */
export interface Ledger {
  partners: AcknowledgedPartner[]
  /** Whose document was approved. */
  approved: AcknowledgedPartner[]
  /** Subjects of mails that were taken. */
  mails: string[]
}

export interface Load {
  ledger: Ledger
  requests(): number
  /** Answered 5xx, or not at all. */
  failed(): string[]
  /** Answers that no fault explains. */
  complaints(): string[]
  /** How long after this moment the last request was sent that failed; 0 when none did. */
  failedForMs(since: number): number
  /** How long a sign-up usually takes, its three calls together. */
  usualMs(): number
  /** The longest time in which no one could sign up. */
  longestGapMs(): number
  stop(): Promise<void>
}

/** Clients that sign up, log in, list, upload and decide, as fast as they are answered. */
export async function startLoad(front: string, clients: number): Promise<Load> {
  const caller = callPortal(front, { mayBeKilled: true })
  const ledger: Ledger = { partners: [], approved: [], mails: [] }
  const undecided: AcknowledgedPartner[] = []
  const took: number[] = []
  const controller = new AbortController()
  let signedUpAt = Date.now()
  let longestGapMs = 0
  const noteGap = () => {
    longestGapMs = Math.max(longestGapMs, Date.now() - signedUpAt)
  }

  async function actAsPartner(): Promise<boolean> {
    const startedAt = Date.now()
    const partner = await caller.signUp()
    if (!partner) return false
    took.push(Date.now() - startedAt)
    ledger.partners.push(partner)
    undecided.push(partner)
    noteGap()
    signedUpAt = Date.now()
    await caller.send('GET', '/api/files', { cookie: partner.cookie })
    return (await caller.logIn(partner)) !== null
  }

  const admin = { cookie: await caller.logIn(testAdmin) }

  async function actAsAdministrator(): Promise<boolean> {
    if (!admin.cookie) admin.cookie = await caller.logIn(testAdmin)
    const { cookie } = admin
    if (!cookie) return false
    const listed = await caller.send('GET', '/api/admin/users?limit=25', { cookie })
    if (listed?.status === 401) admin.cookie = null
    const partner = undecided.shift()
    if (partner && (await approve(caller, cookie, partner))) ledger.approved.push(partner)
    const subject = randomUUID()
    const json = { to: composedFor, subject, body: 'Hello' }
    const mail = await caller.send('POST', '/api/admin/emails', { cookie, json })
    if (mail?.status === 201) ledger.mails.push(subject)
    return mail?.status === 201
  }

  async function work(nth: number): Promise<void> {
    const act = nth % administratorEvery === 0 ? actAsAdministrator : actAsPartner
    while (!controller.signal.aborted) if (!(await act())) await delay(pauseMs)
  }
  const working = Promise.all(Array.from({ length: clients }, (_, nth) => work(nth)))

  return {
    ledger,
    requests: () => [...caller.statuses.values()].reduce((sum, count) => sum + count, 0),
    failed: () =>
      [...caller.statuses].flatMap(([status, count]) =>
        status === 'none' || Number(status) >= 500 ? [`${count} × ${status}`] : [],
      ),
    // What a portal was killed over, the balancer answers with 502.
    complaints: () => caller.complaints.filter((complaint) => !complaint.endsWith(': 502')),
    failedForMs: (since) => Math.max(0, caller.lastFailedAt() - since),
    usualMs: () => took.toSorted((one, other) => one - other)[took.length >> 1] ?? 0,
    longestGapMs: () => longestGapMs,
    async stop() {
      noteGap()
      controller.abort()
      await working
    },
  }
}

async function approve(
  caller: PortalCaller,
  cookie: string,
  { file }: AcknowledgedPartner,
): Promise<boolean> {
  if (!Number.isInteger(file.id)) return false
  const json = { status: 'approved' }
  const answer = await caller.send('PATCH', `/api/admin/files/${file.id}/status`, { cookie, json })
  return answer?.status === 200
}
