import type { Pool } from 'pg'
import { expect } from 'vitest'
import type { Match } from '@shared/matches'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { desk } from './admin-window'
import { fullName, logInAsAdmin, newApplicant, signUp } from './people'
import { openSession, type setUpVisitors } from './visitor'

interface Where {
  baseURL: string
  /** The rows of that portal, in which time is moved. */
  pool: Pool
  openVisitor: ReturnType<typeof setUpVisitors>
}

/** For a file of journeys: people who are introduced to each other. */
export function setUpIntroductions({ baseURL, pool, openVisitor }: Where) {
  async function openOffice() {
    const office = await openSession(baseURL)
    await logInAsAdmin(office)
    return office
  }

  /** As if the minute in which the administrator can take an offer back were over. */
  async function passMinute(): Promise<void> {
    await pool.query("update matches set created_at = created_at - interval '2 minutes'")
    await releaseHeldMails(pool)
  }

  /** As if the meeting that is booked with an entrepreneur had begun a while ago. */
  const beginMeeting = (entrepreneurId: number) =>
    pool.query(
      `update matches set starts_at = now() - interval '20 minutes', ends_at = now() + interval '25 minutes'
       where state = 'booked' and entrepreneur_id = $1`,
      [entrepreneurId],
    )

  /** An approved partner in a window of their own, and an entrepreneur who is ready. */
  async function newPair(options: Pick<typeof desk, 'viewport'> = desk) {
    const jordan = newApplicant({ firstName: 'Jordan' })
    const number = jordan.phoneNumber.slice(-8)
    const { page, context } = await openVisitor({ ...options, baseURL })
    await signUp(context.request, jordan)
    const { id: partnerId } = await (await context.request.get('/api/user')).json()
    const office = await openOffice()
    const approved = { data: { status: 'approved' } }
    const decided = await office.patch(`/api/admin/users/${partnerId}/status`, approved)
    expect(decided.status()).toBe(200)
    const ana = {
      firstName: 'Ana',
      lastName: `Rivera ${number}`,
      businessName: 'Rivera Bakery',
      email: `ana.${number}@bakery.example`,
      phoneNumber: '(303) 555-0142',
      timeZone: 'America/Denver',
      summary: 'A bakery that supplies 14 cafés.',
      amountCents: 4_000_000,
      minScore: null,
      status: 'ready',
    }
    const added = await office.post('/api/admin/entrepreneurs', { data: ana })
    expect(added.status()).toBe(201)
    const { id: entrepreneurId } = await added.json()
    const pair = `${fullName(jordan)} and ${ana.firstName} ${ana.lastName}`
    return { page, office, partnerId, entrepreneurId, jordan, ana, pair }
  }

  /** Offered by a call, and known to both. */
  async function newMatch() {
    const all = await newPair()
    const { office, partnerId, entrepreneurId } = all
    const from = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 72 * 3_600_000
    const times = [0, 1].map((hours) => new Date(from + hours * 3_600_000).toISOString())
    const offer = { partnerId, entrepreneurId, times }
    const answer = await office.post('/api/admin/matches', { data: offer })
    expect(answer.status()).toBe(201)
    const match: Match = await answer.json()
    await passMinute()
    return { ...all, match }
  }

  return { openOffice, passMinute, beginMeeting, newPair, newMatch }
}
