import { setTimeout as delay } from 'node:timers/promises'
import type { Mailbox } from '@tests/support/mail/mailbox'
import { callPortal } from '@tests/support/portal/portal-caller'
import { withClient } from '@tests/support/portal/postgres'
import { composedFor, type Ledger } from './load'

const atOnce = 16
const mailsMs = 60_000

export interface Comparison {
  /** What was acknowledged and is not there. */
  lost: string[]
  /** What was done more often than it was asked for. */
  twice: string[]
}

/** Looks for everything that was acknowledged, in the portal and in its database. */
export async function compareWithLedger(input: {
  front: string
  databaseUrl: string
  mailbox: Mailbox
  ledger: Ledger
}): Promise<Comparison> {
  const { front, databaseUrl, mailbox, ledger } = input
  const lost: string[] = []
  const caller = callPortal(front)
  const approved = new Set(ledger.approved.map(({ email }) => email))
  await inTurns(ledger.partners, async (partner) => {
    if (!(await caller.holds(partner))) lost.push(`the document of ${partner.email}`)
    const answer = await caller.send('GET', '/api/files', { cookie: partner.cookie })
    const [file] = Array.isArray(answer?.json) ? answer.json : []
    if (approved.has(partner.email) && file?.status !== 'approved')
      lost.push(`the decision about ${partner.email}`)
  })
  return withClient(databaseUrl, async (client) => {
    const ask = async (statement: string) =>
      (await client.query<{ line: string }>(statement)).rows.map(({ line }) => line)
    const queued = new Set(await ask('select subject as line from mails'))
    const idsOf = groupIds(mailbox)
    for (const subject of ledger.mails) {
      const hasArrived = idsOf.has(`${composedFor}: ${subject}`)
      if (!queued.has(subject) && !hasArrived) lost.push(`the mail ${subject}`)
    }
    const repeated = [...idsOf].filter(([, ids]) => ids.size > 1)
    return {
      lost,
      twice: [
        ...repeated.map(([mail]) => `a mail to ${mail}, under another Message-ID`),
        ...(await ask(`select 'the mail ' || subject as line from mails
          where kind = 'composed' group by subject having count(*) > 1`)),
        ...(await ask(`select 'the document ' || min(id) as line from files
          where user_id is not null group by sha256 having count(*) > 1`)),
        ...(await ask(`select 'a decision about ' || kind || ' ' || subject_id as line from decisions
          group by kind, subject_id having count(*) > 1`)),
      ],
    }
  })
}

/** Waits until all mails went out, or no more do: what a killed process was sending waits for minutes. */
export const describeMails = (databaseUrl: string, mailbox: Mailbox): Promise<string> =>
  withClient(databaseUrl, async (client) => {
    const count = async (status: string) => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from mails where kind = 'composed' and status = $1`,
        [status],
      )
      return rows[0]?.count ?? 0
    }
    const deadline = Date.now() + mailsMs
    while ((await count('queued')) > 0 && Date.now() < deadline) await delay(500)
    const ids = mailbox.mails.map(({ messageId }) => messageId)
    const repeated = ids.length - new Set(ids).size
    return `${await count('sent')} sent, ${await count('queued')} queued, ${await count('failed')} failed; ${ids.length} arrived, ${repeated} of them again under the same Message-ID`
  })

/** The Message-IDs under which each mail arrived: of one subject, everyone gets one. */
function groupIds({ mails }: Mailbox): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { to, subject, messageId } of mails) {
    const mail = `${to.join()}: ${subject}`
    found.set(mail, (found.get(mail) ?? new Set()).add(messageId))
  }
  return found
}

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const rest = [...items]
  const workers = Array.from({ length: atOnce }, async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  })
  await Promise.all(workers)
}
