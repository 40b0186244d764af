import { Pool } from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Match } from '@shared/matches'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { startPortalWithMailbox } from '@tests/support/portal/portal-with-mailbox'
import { desk } from './admin-window'
import { fullName, logInAsAdmin, newApplicant, signUp } from './people'
import { openSession, type setUpVisitors } from './visitor'

/** Where they meet. */
export const room = 'https://video.example/room'

export const panelOf = (page: Page, pair: string) => page.getByRole('dialog', { name: pair })

export const press = (part: Page | ReturnType<Page['locator']>, name: string | RegExp) =>
  part.getByRole('button', { name, exact: true }).click()

export const gridOf = (page: Page) => page.getByRole('group', { name: 'Times, Eastern Time' })

export const freeTime = (page: Page, at: number) =>
  gridOf(page).locator('button:not([aria-disabled]):visible').nth(at)

/**
 * For a file of journeys: people who are introduced to each other, in a portal of its own, as the desk is empty at the
 * start, mail arrives, and time is moved.
 */
export async function setUpIntroductions(openVisitor: ReturnType<typeof setUpVisitors>) {
  const { portal, mailTo } = await startPortalWithMailbox({ TRUST_PROXY: 'loopback' })
  const baseURL = portal.origin
  const pool = new Pool({ connectionString: portal.env['DATABASE_URL'] })
  afterAll(() => pool.end())
  beforeAll(async () => {
    const office = await openOffice()
    const settings = { data: { room, minutes: 45 } }
    expect((await office.put('/api/admin/settings/meetings', settings)).status()).toBe(200)
  })

  async function openOffice() {
    const office = await openSession(baseURL)
    await logInAsAdmin(office)
    return office
  }

  /** As if the minute in which the administrator can take a step back were over. */
  async function passMinute(): Promise<void> {
    await pool.query(`update matches set created_at = created_at - interval '2 minutes',
      moved_at = moved_at - interval '2 minutes'`)
    // A letter belongs to the step of the same moment.
    await pool.query(`update mails set created_at = created_at - interval '2 minutes'
      where match_id is not null`)
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

  let offers = 0

  /** Offered by a call, and known to both; at hours of its own, as the administrator is in one meeting at a time. */
  async function newMatch(options?: Parameters<typeof newPair>[0]) {
    const all = await newPair(options)
    const { office, partnerId, entrepreneurId } = all
    offers += 1
    const from = Math.ceil(Date.now() / 3_600_000) + 72 + offers * 4
    const times = [0, 1].map((hours) => new Date((from + hours) * 3_600_000).toISOString())
    const offer = { partnerId, entrepreneurId, times }
    const answer = await office.post('/api/admin/matches', { data: offer })
    expect(answer.status()).toBe(201)
    const match: Match = await answer.json()
    await passMinute()
    return { ...all, match }
  }

  /** Both have chosen the same time, by calls. */
  async function newBooking(options?: Parameters<typeof newPair>[0]) {
    const all = await newMatch(options)
    const { link, offeredTimes: times } = all.match
    const headers = { Authorization: `Bearer ${link?.split('#token=')[1]}` }
    const said = { times, note: '', zone: 'America/Denver' }
    const byLink = { phoneEnd: '0142', isRecordingAllowed: true }
    for (const [path, more] of [
      ['/api/match', {}],
      ['/api/meeting', byLink],
    ] as const) {
      const { basedOn } = await (await all.page.request.get(path, { headers })).json()
      const data = { ...said, ...more, basedOn }
      const answer = await all.page.request.put(`${path}/times`, { headers, data })
      expect(answer.status()).toBe(200)
    }
    return { ...all, link: link ?? '' }
  }

  return { baseURL, pool, mailTo, passMinute, beginMeeting, newPair, newMatch, newBooking }
}
