import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { profile } from '@shared/accounts'
import type { Ctx, EventSource } from '@server/ctx'
import { decisions } from '@server/db/schema/decisions'
import { users } from '@server/db/schema/users'
import type { Passwords } from '@server/features/accounts/passwords'
import { emailIsTaken } from '@server/features/accounts/queries'
import { registerAccount } from '@server/features/accounts/register-account'
import { shareCredentials } from '@server/features/credentials/manage-credentials'
import { decide } from '@server/features/decisions/decide'
import { storeUpload } from '@server/features/files/store-upload'
import { seedIntroductions } from './introductions'
import { seedQuestions, seedTexts } from './messages'
import { demoPeople, demoReport, type DemoPerson } from './people'

interface Tools extends Ctx<EventSource> {
  passwords: Passwords
}

/** Adds what is not there yet. Returns what there is to say about it. */
export async function seedPortal(tools: Tools): Promise<string> {
  const { db } = tools
  // One for all, new each time: no one can know the demo accounts' password from this file.
  const password = randomBytes(12).toString('base64url')
  let people = 0
  for (const person of demoPeople) {
    if (await emailIsTaken(db, person.email)) continue
    await addPerson(tools, person, password)
    people += 1
  }
  const areNew = await seedIntroductions(tools)
  if (areNew) {
    await seedQuestions(db)
    await seedTexts(tools)
  }
  if (people > 0)
    return `Added ${people} demo people. You can log in as any of them, for example ${demoPeople[0]?.email}, with the password ${password}`
  return areNew
    ? 'Added demo entrepreneurs, introductions, questions, and texts.'
    : 'The demo people already exist.'
}

async function addPerson(tools: Tools, person: DemoPerson, password: string): Promise<void> {
  const { passwords } = tools
  const { status } = person
  const uploadKey = await addProof(tools, person)
  const registration = {
    ...profile.parse(person),
    password,
    uploadKey,
    agreeToTerms: true as const,
    contactConsent: person.firstName.length % 2 === 0,
  }
  const options = { passwords, limits: null, caller: null }
  const { account } = await registerAccount(tools, registration, options)
  if (status === 'pending') return
  const decision = { status, reason: 'Demo data' }
  const { id } = account
  await tools.tx(async (ctx) => {
    const { db: tx } = ctx
    const decisionId = await decide(ctx, { kind: 'user', id, decision, isSilent: true })
    // A decision and the status that it wrote are of the same moment.
    const ago = sql`make_interval(days => ${person.decidedDaysAgo})`
    await tx
      .update(users)
      .set({
        createdAt: sql`${users.createdAt} - ${ago}`,
        statusAt: sql`${users.statusAt} - ${ago}`,
      })
      .where(eq(users.id, id))
    await tx
      .update(decisions)
      .set({ at: sql`${decisions.at} - ${ago}` })
      .where(eq(decisions.id, decisionId))
  })
}

async function addProof(tools: Tools, person: DemoPerson): Promise<string> {
  if (person.proof === 'login') {
    const credentials = {
      serviceName: 'Example Score Watch',
      serviceUrl: 'https://score-watch.example/login',
      username: person.email,
      password: randomBytes(9).toString('base64url'),
      notes: 'Demo data.',
    }
    return shareCredentials(tools, credentials)
  }
  const bytes = demoReport(person, 700 + person.lastName.length * 5)
  const received = { bytes, claimedName: `Credit report ${person.lastName}.pdf` }
  const file = await storeUpload(tools, received)
  return file.uploadKey
}
