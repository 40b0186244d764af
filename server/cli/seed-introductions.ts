import { eq } from 'drizzle-orm'
import { easternMoment, nextBusinessDays } from '@shared/business-days'
import type { EntrepreneurRequest } from '@shared/entrepreneurs'
import type { Database } from '../db/client'
import { drawId } from '../db/draw-id'
import { entrepreneurs } from '../db/schema/entrepreneurs'
import { matches } from '../db/schema/matches'
import { users } from '../db/schema/users'
import type { Sealer } from '../db/sealing'
import { portalItself } from '../features/audit/record-event'
import { addEntrepreneur } from '../features/entrepreneurs/save-entrepreneur'
import { noteWhetherMatched, sealedMatchToken, type MatchRow } from '../features/matches/queries'
import { hashToken, newToken } from '../tokens'
import { demoPeople } from './seed-people'

interface Tools {
  db: Database
  sealer: Sealer
}

type DemoEntrepreneur = Pick<
  EntrepreneurRequest,
  'firstName' | 'lastName' | 'businessName' | 'summary' | 'timeZone' | 'minScore' | 'status'
>

const [eastern, mountain, pacific] = [
  'America/New_York',
  'America/Denver',
  'America/Los_Angeles',
] as const

/** One more than there are introductions, one who is vetted, and one who withdrew. */
const demoEntrepreneurs: readonly DemoEntrepreneur[] = [
  [
    'Ana Rivera',
    'Rivera Bakery',
    'Bakes bread for 30 cafés and wants a second oven.',
    mountain,
    700,
  ],
  ['Theo Nakamura', 'Nakamura Cycles', 'Repairs bicycles and opens a second shop.', pacific, 680],
  ['Imani Clarke', 'Clarke Catering', 'Caters for offices and buys a van.', eastern, null],
  ['Sven Larsson', 'Larsson Timber', 'Builds sheds and needs a larger saw.', mountain, 720],
  ['Lucia Marino', 'Marino Flowers', 'Sells flowers and adds a cold room.', eastern, 700],
  ['Reza Karimi', 'Karimi Prints', 'Prints shirts and buys a press.', pacific, 690],
  ['Hannah Weiss', 'Weiss Tutoring', 'Teaches mathematics and rents a larger room.', eastern, null],
  ['Paulo Costa', 'Costa Coffee Carts', 'Sells coffee at markets.', mountain, null],
].map(([name, businessName, summary, timeZone, minScore], index) => {
  const [firstName = '', lastName = ''] = String(name).split(' ')
  return {
    firstName,
    lastName,
    businessName: String(businessName),
    summary: String(summary),
    timeZone: String(timeZone),
    minScore: typeof minScore === 'number' ? minScore : null,
    status: index === 6 ? 'vetting' : index === 7 ? 'withdrawn' : 'ready',
  }
})

/** Entrepreneurs, and an introduction in each state, of those who are approved. Returns false when they are there. */
export async function seedIntroductions(tools: Tools): Promise<boolean> {
  const { db, sealer } = tools
  const ids: number[] = []
  for (const [index, person] of demoEntrepreneurs.entries()) {
    const email = `${person.firstName}.${person.lastName}@demo.example`.toLowerCase()
    const known = await db.$count(entrepreneurs, eq(entrepreneurs.email, email))
    if (known > 0) return false
    const entrepreneur = {
      ...person,
      email,
      phoneNumber: `(${720 + index}) 555-01${String(60 + index)}`,
      amountCents: (25_000 + 5_000 * index) * 100,
      notes: 'Demo data.',
    }
    ids.push(await addEntrepreneur({ db, sealer, entrepreneur, by: portalItself }))
  }
  const partners = demoPeople.filter(({ status }) => status === 'approved')
  for (const [index, state] of demoStates(new Date()).entries()) {
    const [partner, entrepreneurId] = [partners[index], ids[index]]
    if (partner && entrepreneurId !== undefined) {
      await addMatch(tools, { email: partner.email, entrepreneurId, state })
    }
  }
  return true
}

type DemoState = Pick<MatchRow, 'state'> & Partial<MatchRow> & { offeredTimes: Date[] }

const meeting = (startsAt: Date) => ({
  offeredTimes: [startsAt],
  partnerTimes: [startsAt],
  entrepreneurTimes: [startsAt],
  startsAt,
  endsAt: new Date(Number(startsAt) + 45 * 60_000),
})

/** Times are offered, booked for the next days; another pair has met, one has a match, and one came to nothing. */
function demoStates(now: Date): DemoState[] {
  const days = nextBusinessDays(now, 4).slice(1)
  const at = (hour: number) => days.map((day) => easternMoment(day, { hour }))
  const [mornings, afternoons] = [at(10), at(14)]
  const hoursAgo = (hours: number) =>
    new Date(Math.floor(Number(now) / 3_600_000 - hours) * 3_600_000)
  const [booked = hoursAgo(-48)] = afternoons
  return [
    { state: 'arranging', offeredTimes: mornings, partnerTimes: mornings.slice(0, 2) },
    { state: 'booked', ...meeting(booked) },
    { state: 'met', ...meeting(hoursAgo(26)), entrepreneurAnswer: 'accepted' },
    {
      state: 'succeeded',
      ...meeting(hoursAgo(170)),
      partnerAnswer: 'accepted',
      entrepreneurAnswer: 'accepted',
    },
    { state: 'ended', endedBecause: 'partner-declined', offeredTimes: [hoursAgo(90)] },
  ]
}

async function addMatch(
  { db, sealer }: Tools,
  { email, entrepreneurId, state }: { email: string; entrepreneurId: number; state: DemoState },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [partner] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (!partner) return
    const id = await drawId(tx, matches)
    const token = newToken()
    await tx.insert(matches).values({
      ...state,
      id,
      partnerId: partner.id,
      entrepreneurId,
      tokenHash: hashToken(token),
      sealedToken: sealer.seal(token, sealedMatchToken(id)),
      createdAt: new Date(Date.now() - 3_600_000),
    })
    await noteWhetherMatched(tx, partner.id)
  })
}
