import { setTimeout as delay } from 'node:timers/promises'
import { startMailbox } from '../support/mailbox'
import { startPortalProcess, testAdmin } from '../support/portal-process'
import { cloneDatabase, startTestPostgres } from '../support/postgres'

/**
 * Queues mails on two processes, kills one in the middle of sending and starts another, has the mail
 * server drop receipts for a while, and counts what arrived: `tsx tests/faults/outbox.ts [count]`.
 */
const count = Number(process.argv[2] ?? 1000)
const patienceMs = 10 * 60_000

const postgres = await startTestPostgres()
const database = await cloneDatabase(postgres)
const mailbox = await startMailbox()
const settings = { DATABASE_URL: database.url, SMTP_URL: mailbox.url }
const first = await startPortalProcess(settings)
const second = await startPortalProcess(settings)
let third: Awaited<ReturnType<typeof startPortalProcess>> | undefined

async function logIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify(testAdmin),
  })
  return (answer.headers.get('set-cookie') ?? '').split(';', 1).join()
}

async function queue(origin: string, cookie: string, number: number): Promise<void> {
  const answer = await fetch(`${origin}/api/admin/emails`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin, Cookie: cookie },
    body: JSON.stringify({
      to: `partner-${number}@partner.example`,
      subject: `Number ${number}`,
      body: 'Hello',
    }),
  })
  if (answer.status !== 201) throw new Error(`Number ${number} was answered ${answer.status}.`)
}

const arrived = () => new Set(mailbox.mails.flatMap((mail) => mail.to)).size
async function waitFor(wanted: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (arrived() < wanted && Date.now() < deadline) await delay(100)
}

try {
  const cookie = await logIn(second.origin)
  const queueAll = async (): Promise<void> => {
    for (let number = 0; number < count; number += 1) await queue(second.origin, cookie, number)
  }
  const queued = queueAll()
  await waitFor(Math.floor(count / 4))
  first.process.kill('SIGKILL')
  console.log(`One process killed after ${arrived()} mails.`)
  third = await startPortalProcess(settings)
  mailbox.behave('dropped after DATA')
  await delay(500)
  mailbox.behave('working')
  await queued
  await waitFor(count)
  // What a lost receipt repeats comes a while later.
  await delay(5_000)

  const perMail = new Map<string, number>()
  for (const { messageId } of mailbox.mails) {
    perMail.set(messageId, (perMail.get(messageId) ?? 0) + 1)
  }
  const repeated = [...perMail.values()].filter((times) => times > 1).length
  console.log(
    `${count} queued, ${arrived()} delivered, ${repeated} more than once (same Message-ID).`,
  )
  process.exitCode = arrived() === count && perMail.size === count ? 0 : 1
} finally {
  await Promise.all([first.stop(), second.stop(), third?.stop()])
  await mailbox.close()
  await database.drop()
  await postgres.stop()
}
