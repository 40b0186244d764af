import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { profile } from '@shared/accounts'
import type { Database } from '../db/client'
import { createSealer, type Sealer } from '../db/sealing'
import { portalItself } from '../features/audit/record-event'
import { loadEnv } from '../env'
import { createPasswords, type Passwords } from '../features/accounts/passwords'
import { emailIsTaken } from '../features/accounts/queries'
import { registerAccount } from '../features/accounts/register-account'
import { shareCredentials } from '../features/credentials/share-credentials'
import { decide } from '../features/decisions/decide'
import { storeUpload } from '../features/files/store-upload'
import { createLogger } from '../http/logger'
import { openStorage } from '../open-storage'
import type { FileStorage } from '../storage/port'
import { defineCommand } from './command'
import { seedIntroductions } from './seed-introductions'
import { demoPeople, demoReport, type DemoPerson } from './seed-people'
import { withDatabase } from './with-database'

interface Tools {
  db: Database
  storage: FileStorage
  sealer: Sealer
  passwords: Passwords
}

export const command = defineCommand({ options: {} }, async () => {
  const env = loadEnv()
  const sealer = createSealer(env.dataKeys)
  const passwords = createPasswords({ peppers: env.passwordPeppers, cost: env.bcryptCost })
  // One for all, new each time: no one can know the demo accounts' password from this file.
  const password = randomBytes(12).toString('base64url')

  const added = await withDatabase(env, async (db) => {
    const storage = await openStorage(env, db, createLogger(env))
    let count = 0
    for (const person of demoPeople) {
      if (await emailIsTaken(db, person.email)) continue
      await addPerson({ db, storage, sealer, passwords }, person, password)
      count += 1
    }
    return { people: count, areNew: await seedIntroductions({ db, sealer }) }
  })
  console.log(
    added.people > 0
      ? `Added ${added.people} demo people. You can log in as any of them, for example ${demoPeople[0]?.email}, with the password ${password}`
      : added.areNew
        ? 'Added demo entrepreneurs and introductions.'
        : 'The demo people already exist.',
  )
})

async function addPerson(tools: Tools, person: DemoPerson, password: string): Promise<void> {
  const { db, sealer, passwords } = tools
  const { status } = person
  const uploadKey = await addProof(tools, person)
  const { account } = await registerAccount({
    caller: null,
    limits: null,
    mail: null,
    db,
    sealer,
    passwords,
    registration: {
      ...profile.parse(person),
      password,
      uploadKey,
      agreeToTerms: true,
      contactConsent: person.firstName.length % 2 === 0,
    },
    by: portalItself,
  })
  if (status === 'pending') return
  const decision = { status, reason: 'Demo data' }
  const { id } = account
  await db.transaction((tx) =>
    decide(tx, { kind: 'user', id, decision, by: portalItself, mail: null }),
  )
}

async function addProof({ db, storage, sealer }: Tools, person: DemoPerson): Promise<string> {
  if (person.proof === 'login') {
    const credentials = {
      serviceName: 'Example Score Watch',
      serviceUrl: 'https://score-watch.example/login',
      username: person.email,
      password: randomBytes(9).toString('base64url'),
      notes: 'Demo data.',
    }
    return shareCredentials({ db, sealer, credentials, by: portalItself })
  }
  const content = demoReport(person, 700 + person.lastName.length * 5)
  const staged = await storage.stage(Readable.from([content]))
  const received = { ...staged, claimedName: `Credit report ${person.lastName}.pdf` }
  const file = await storeUpload({ db, storage, scanner: null, received, by: portalItself })
  return file.uploadKey
}
