import { eq } from 'drizzle-orm'
import type { Match } from '@shared/matches'
import { onlyRow } from '@server/errors'
import { entrepreneurs } from '@server/db/schema/entrepreneurs'
import { matches, meetingSettings } from '@server/db/schema/matches'
import { sealedEntrepreneurNotes } from '@server/features/entrepreneurs/queries'
import { sealedMatchLink, sealedMatchToken, sealedRoom } from '@server/features/matches/queries'
import { hashToken } from '@server/tokens'
import type { Agent } from './agents'
import type { TestApp } from './app'
import { buildUser, type BuiltUser } from './factories'

let serial = 0
const next = () => (serial += 1)

const hour = 3_600_000
/** Full hours, three for each call, far enough ahead and apart from those of all other calls. */
export function nextHours(ahead = 48): string[] {
  const first = Math.ceil(Date.now() / hour) * hour + (ahead + 5 * next()) * hour
  return [0, 1, 2].map((later) => new Date(first + later * hour).toISOString())
}

/** An entrepreneur who is ready, with a phone that ends in 0142. */
export async function buildEntrepreneur(
  app: TestApp,
  overrides: Partial<typeof entrepreneurs.$inferInsert> = {},
) {
  const number = next()
  return onlyRow(
    await app.db
      .insert(entrepreneurs)
      .values({
        firstName: 'Ana',
        lastName: `Rivera-${number}`,
        businessName: `Bakery ${number}`,
        email: `ana-${number}@bakery.example`,
        phoneNumber: '(720) 555-0142',
        timeZone: 'America/Denver',
        summary: 'Bakes bread.',
        amountCents: 4_000_000,
        status: 'ready',
        ...overrides,
      })
      .returning(),
  )
}

export const buildPartner = (
  app: TestApp,
  overrides: Parameters<typeof buildUser>[1] = {},
): Promise<BuiltUser> =>
  buildUser(app, { status: 'approved', statusAt: new Date(Date.now() - 300_000), ...overrides })

/** As if it had been offered a while ago, so that both know of it. */
export const showMatch = (app: TestApp, id: number) =>
  app.pool.query(
    "update matches set created_at = created_at - interval '5 minutes' where id = $1",
    [id],
  )

export const storedMatch = async (app: TestApp, id: number) =>
  onlyRow(await app.db.select().from(matches).where(eq(matches.id, id)))

/** What the mailed link holds. */
export async function tokenOf(app: TestApp, id: number): Promise<string> {
  const { sealedToken } = await storedMatch(app, id)
  return app.sealer.open(sealedToken ?? '', sealedMatchToken(id))
}

/** An introduction with everything that is sealed of one. */
export async function sealIntroduction(app: TestApp, partnerId: number) {
  const { db, sealer } = app
  const { id } = await buildEntrepreneur(app)
  const sealedNotes = sealer.seal('the notes', sealedEntrepreneurNotes(id))
  await db.update(entrepreneurs).set({ sealedNotes }).where(eq(entrepreneurs.id, id))
  await db.insert(matches).values({
    id: 1,
    partnerId,
    entrepreneurId: id,
    offeredTimes: [],
    tokenHash: hashToken('the token'),
    sealedToken: sealer.seal('the token', sealedMatchToken(1)),
    sealedLink: sealer.seal('the link', sealedMatchLink(1)),
  })
  await db.insert(meetingSettings).values({ sealedRoom: sealer.seal('the room', sealedRoom) })
}

interface Wanted {
  partner?: BuiltUser
  entrepreneur?: typeof entrepreneurs.$inferSelect
  times?: string[]
}

/** An introduction that the administrator has offered, and that both know of. */
export async function buildMatch(app: TestApp, admin: Agent, wanted: Wanted = {}) {
  const partner = wanted.partner ?? (await buildPartner(app))
  const entrepreneur = wanted.entrepreneur ?? (await buildEntrepreneur(app))
  const times = wanted.times ?? nextHours()
  const offer = { partnerId: partner.id, entrepreneurId: entrepreneur.id, times }
  const { body } = await admin.post('/api/admin/matches').send(offer).expect(201)
  const { id }: Match = body
  await showMatch(app, id)
  return { id, partner, entrepreneur, times, token: await tokenOf(app, id) }
}

/** Moves the booked meeting into the past, to hours of its own. */
export const beginMeeting = (app: TestApp, id: number) =>
  app.pool.query(
    `update matches set starts_at = now() - make_interval(hours => $2),
       ends_at = now() - make_interval(hours => $2) + interval '45 minutes' where id = $1`,
    [id, next()],
  )

const zone = 'America/Denver'
const phoneEnd = '0142'

/** With what a change is based on: the match as it is, unless it says otherwise. */
const onBasisOf =
  (read: () => Promise<{ basedOn: string } | null>) =>
  async (body: object): Promise<object> =>
    'basedOn' in body ? body : { basedOn: (await read())?.basedOn, ...body }

/** What the administrator does with a match, as they see it now. */
export function actAsAdministrator(admin: Agent, id: number) {
  const path = `/api/admin/matches/${id}`
  const read = async (): Promise<Match> => (await admin.get(path).expect(200)).body
  const withBasis = onBasisOf(read)
  return {
    read,
    offer: async (times: string[], more: object = {}) =>
      admin.put(`${path}/times`).send(await withBasis({ times, ...more })),
    met: async (more: object = {}) => admin.post(`${path}/met`).send(await withBasis(more)),
    end: async (because = 'withdrawn', more: object = {}) =>
      admin.post(`${path}/end`).send(await withBasis({ because, ...more })),
    undo: async (more: object = {}) => admin.post(`${path}/undo`).send(await withBasis(more)),
  }
}

/** What a partner does on their dashboard. */
export function actAsPartner(agent: Agent) {
  const read = async () => (await agent.get('/api/match').expect(200)).body
  const withBasis = onBasisOf(read)
  return {
    read,
    choose: async (times: string[], more: object = {}) =>
      agent.put('/api/match/times').send(await withBasis({ times, zone, ...more })),
    answer: async (answer: string, more: object = {}) =>
      agent.put('/api/match/answer').send(await withBasis({ answer, ...more })),
  }
}

/** What an entrepreneur does by the link, in a browser without a session. */
export function actByLink(visitor: Agent, token: string) {
  const header = { Authorization: `Bearer ${token}` }
  const look = () => visitor.get('/api/meeting').set(header)
  const read = async () => (await look().expect(200)).body
  const withBasis = async (body: object) => ({ phoneEnd, ...(await onBasisOf(read)(body)) })
  return {
    look,
    read,
    choose: async (times: string[], more: object = {}) =>
      visitor
        .put('/api/meeting/times')
        .set(header)
        .send(await withBasis({ times, zone, isRecordingAllowed: true, ...more })),
    answer: async (answer: string, more: object = {}) =>
      visitor
        .put('/api/meeting/answer')
        .set(header)
        .send(await withBasis({ answer, ...more })),
  }
}
