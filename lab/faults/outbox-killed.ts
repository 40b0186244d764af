import { setTimeout as delay } from 'node:timers/promises'
import { startMailbox, type Mailbox } from '@tests/support/mail/mailbox'
import {
  startPortalProcess,
  testAdmin,
  type PortalProcess,
} from '@tests/support/portal/portal-process'
import { cloneDatabase, startTestPostgres } from '@tests/support/portal/postgres'
import type { Fault } from '@tests/faults/fault'
import { found } from '@tests/faults/recovery'
import { callPortal } from '@tests/support/portal/portal-caller'

const timeoutMs = 10 * 60_000

/**
 * Queues mails on two processes, kills one in the middle of sending and starts another, has the mail
 * server drop receipts for a while, and counts what arrived.
 */
export const outboxKilled: Fault = {
  name: 'outbox-killed',
  what: 'queued mails, two processes, one killed in the middle of sending, receipts dropped',
  async run(report, times = 1000) {
    const postgres = await startTestPostgres()
    const database = await cloneDatabase(postgres)
    const mailbox = await startMailbox()
    const settings = { DATABASE_URL: database.url, SMTP_URL: mailbox.url }
    const portals: PortalProcess[] = []
    const start = async () => {
      const portal = await startPortalProcess(settings)
      portals.push(portal)
      return portal
    }
    try {
      const [first, second] = [await start(), await start()]
      const queued = queueMails(second.origin, times)
      await waitFor(mailbox, Math.floor(times / 4))
      await first.kill()
      report(`one process killed after ${arrived(mailbox)} mails`)
      await start()
      mailbox.behave('dropped after DATA')
      await delay(500)
      mailbox.behave('working')
      await queued
      await waitFor(mailbox, times)
      // What a lost receipt repeats comes a while later.
      await delay(5_000)
      return allArrived(mailbox, times, report)
    } finally {
      await Promise.all(portals.map((portal) => portal.stop()))
      await mailbox.close()
      await database.drop()
      await postgres.stop()
    }
  },
}

async function queueMails(origin: string, count: number): Promise<void> {
  const caller = callPortal(origin)
  const cookie = await found(caller.logIn(testAdmin))
  for (let number = 0; number < count; number += 1) {
    const to = `partner-${number}@partner.example`
    const json = { to, subject: `Number ${number}`, body: 'Hello' }
    const answer = await caller.send('POST', '/api/admin/emails', { cookie, json })
    if (answer?.status !== 201) throw new Error(`Number ${number} was answered ${answer?.status}.`)
  }
}

const arrived = (mailbox: Mailbox) => new Set(mailbox.mails.flatMap((mail) => mail.to)).size

async function waitFor(mailbox: Mailbox, wanted: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (arrived(mailbox) < wanted && Date.now() < deadline) await delay(100)
}

function allArrived(mailbox: Mailbox, queued: number, report: (line: string) => void): boolean {
  const perMail = new Map<string, number>()
  for (const { messageId } of mailbox.mails) {
    perMail.set(messageId, (perMail.get(messageId) ?? 0) + 1)
  }
  const repeated = [...perMail.values()].filter((times) => times > 1).length
  report(
    `${queued} queued, ${arrived(mailbox)} delivered, ${repeated} more than once (same Message-ID)`,
  )
  return arrived(mailbox) === queued && perMail.size === queued
}
