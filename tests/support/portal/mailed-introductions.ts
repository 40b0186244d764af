import { and, asc, eq } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import type { MatchState, Side } from '@shared/matches'
import { startMailingApp } from '@tests/support/mail/mailing-app'
import type { ReceivedMail } from '@tests/support/mail/read-mail'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { mails } from '@server/db/schema/mail'
import { setEmail } from '@server/features/accounts/email-change/make-email-change'
import { openContent } from '@server/features/mail/queue-mail'
import { sendQueuedMail } from '@server/features/mail/send-queued-mail'
import { logIn, visit } from './agents'
import type { TestApp } from './app'
import {
  actAsAdministrator,
  actAsPartner,
  actByLink,
  beginMeeting,
  buildEntrepreneur,
  buildPartner,
  nextHours,
  showMatch,
  tokenOf,
} from './introductions'
import { ctxOf } from './ctx'

/** How far an introduction can have got in each state. 'answered', 'accepted': by one side, and not by the other. */
const stagesOf = {
  arranging: ['hidden', 'asked', 'answered'],
  booked: ['booked'],
  met: ['met', 'accepted'],
  succeeded: ['succeeded'],
  ended: ['ended'],
} as const satisfies Record<MatchState, readonly string[]>

export type MatchStage = (typeof stagesOf)[MatchState][number]
export const matchStages: readonly MatchStage[] = Object.values(stagesOf).flat()

/** 'Choose a time to meet Ana', 'REQUEST: You’re meeting Ana': without the day. */
export const describeMail = ({ subject, attachments }: ReceivedMail) =>
  [attachments[0]?.method, subject.replace(/ on \w{3}, .*/, '')].filter(Boolean).join(': ')

/** The last step was taken an hour earlier. */
export async function waitAnHour({ pool }: TestApp, id: number) {
  for (const sql of [
    "update matches set moved_at = moved_at - interval '1 hour' where id = $1",
    "update mails set created_at = created_at - interval '1 hour' where match_id = $1",
  ])
    await pool.query(sql, [id])
}

/** For a file of tests: introductions in every state, whose letters really arrive. */
export async function startIntroductions() {
  const { app, admin, mailbox } = await startMailingApp()
  let arrived: ReceivedMail[] = []
  beforeEach(() => {
    arrived = []
  })

  /** Tries what is due; returns what has arrived since the last time. */
  async function sendDue() {
    const due = "select id from mails where status = 'queued' order by id"
    for (const { id } of (await app.pool.query(due)).rows) await sendQueuedMail(app, id)
    const news = mailbox.mails.splice(0)
    arrived.push(...news)
    return news
  }
  async function sendAll() {
    await releaseHeldMails(app.pool)
    return sendDue()
  }

  /** What the calendar behind an address shows after all that arrived there. */
  function calendarOf(address: string) {
    const [shown] = arrived
      .filter(({ to }) => to.includes(address))
      .flatMap(({ attachments }) => attachments.filter(({ method }) => method))
      .map(({ method }) => method)
      .toReversed()
    return shown === 'REQUEST' ? 'the meeting' : 'nothing'
  }

  /** The zones that letters to an address which still wait show times in. */
  async function zonesWaitingAt(address: string) {
    const rows = await app.db
      .select()
      .from(mails)
      .where(and(eq(mails.recipient, address), eq(mails.status, 'queued')))
      .orderBy(asc(mails.id))
    return rows
      .map(({ id, sealedContent }) => openContent(app.sealer, sealedContent ?? '', id)?.text ?? '')
      .flatMap((text) => /\d:\d\d [AP]M ([A-Z]+)/.exec(text)?.[1] ?? [])
  }

  /** An introduction that has got so far; whatever was due by then has arrived. */
  async function introduce(state: MatchStage, side: Side) {
    const [partner, entrepreneur] = [await buildPartner(app), await buildEntrepreneur(app)]
    // So far that whoever does not answer is reminded.
    const times = nextHours(14 * 24)
    const offer = { partnerId: partner.id, entrepreneurId: entrepreneur.id, times }
    const { id } = (await admin.post('/api/admin/matches').send(offer).expect(201)).body
    const token = await tokenOf(app, id)
    const partners = actAsPartner(await logIn(app, partner))
    const guests = actByLink(visit(app), token)
    const host = actAsAdministrator(admin, id)
    const acts = { partner: partners, entrepreneur: guests }
    const built = { id, partner, entrepreneur, times, token, partners, guests, host }
    if (state === 'hidden') return built
    await showMatch(app, id)
    await sendAll()
    if (state === 'asked') return built
    expect((await acts[side].choose(times)).status).toBe(200)
    await sendDue()
    if (state === 'answered') return built
    const other = side === 'partner' ? guests : partners
    expect((await other.choose(times)).status).toBe(200)
    await sendDue()
    if (state === 'booked') return built
    if (state === 'ended') {
      await host.end()
      await sendAll()
      return built
    }
    await beginMeeting(app, id)
    expect((await host.met()).status).toBe(200)
    await sendAll()
    if (state === 'met') return built
    expect((await acts[side].answer('accepted')).status).toBe(200)
    await sendDue()
    if (state === 'accepted') return built
    expect((await other.answer('accepted')).status).toBe(200)
    await sendDue()
    return built
  }

  let serial = 0
  const freshEmail = () => `new-${(serial += 1)}@address.example`

  type Built = Awaited<ReturnType<typeof introduce>>

  async function changeEmailOf({ partner, entrepreneur }: Built, side: Side, email: string) {
    if (side === 'partner') {
      await ctxOf(app).tx((ctx) => setEmail(ctx, partner, email))
      return
    }
    const path = `/api/admin/entrepreneurs/${entrepreneur.id}`
    await admin.patch(path).send({ email }).expect(200)
  }

  return {
    app,
    admin,
    mailbox,
    freshEmail,
    sendDue,
    sendAll,
    calendarOf,
    introduce,
    zonesWaitingAt,
    changeEmailOf,
    arrivedAt: (address: string) => arrived.filter(({ to }) => to.includes(address)),
  }
}
