import { eq } from 'drizzle-orm'
import { referredPeople } from '@server/db/schema/referral-links'
import { ensureLink } from '@server/features/referrals/make-link'
import type { TestApp } from './app'
import { visit, type Agent } from './agents'
import { buildFile, buildUser } from './factories'
import { buildRegistration } from '@tests/support/samples/forms'

/** What a browser says of itself. */
export const browserName = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** Someone with a link. */
export async function buildReferrer(app: TestApp, overrides: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(app, overrides)
  return { ...user, code: await ensureLink(app.db, user.id) }
}

/** Opens a link, as a person does in a browser. */
export const openLink = (agent: Agent, code: string, query = '') =>
  agent.get(`/r/${code}${query}`).set('User-Agent', browserName)

/** Applies with a document. Returns the new account's id. */
export async function applyIn(app: TestApp, agent: Agent = visit(app), overrides: object = {}) {
  const { uploadKey } = await buildFile(app)
  const registration = buildRegistration({ uploadKey, ...overrides })
  const { body } = await agent.post('/api/register').send(registration).expect(201)
  return { id: Number(body.id), ...registration }
}

let strangers = 0

/** Applies as someone unknown: with another phone, from a network that no one else came from. */
export async function applyAnew(app: TestApp, overrides: object = {}) {
  await app.pool.query(
    "update users set terms_accepted_from = null where terms_accepted_from = '127.0.0.1'",
  )
  strangers += 1
  return applyIn(app, visit(app), { phoneNumber: `720555${1000 + strangers}`, ...overrides })
}

/** How someone was referred; undefined when no one did. */
export async function findReferred(app: TestApp, referredId: number) {
  const [found] = await app.db
    .select()
    .from(referredPeople)
    .where(eq(referredPeople.referredId, referredId))
  return found
}
