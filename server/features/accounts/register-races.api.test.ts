import { and, count, eq, like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { ascending } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { visit } from '@tests/support/portal/agents'
import { buildCredential, buildFile } from '@tests/support/portal/factories'
import { buildRegistration } from '@tests/support/samples/forms'
import { files } from '../../db/schema/files'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { users } from '../../db/schema/users'

const app = await startSharedApp()

/** Sends all at once; answers the statuses, lowest first. */
async function registerAtOnce(registrations: object[]): Promise<number[]> {
  const answers = await Promise.all(
    registrations.map((body) => visit(app).post('/api/register').send(body)),
  )
  return ascending(answers.map((answer) => answer.status))
}

async function accountsNamed(lastName: string): Promise<number> {
  const [row] = await app.db.select({ of: count() }).from(users).where(eq(users.lastName, lastName))
  return row?.of ?? 0
}

describe('registrations at once', () => {
  it('with one key end in one account, whether it is of a file or of credentials', async () => {
    const keys = [(await buildFile(app)).uploadKey, (await buildCredential(app)).uploadKey]
    for (const [index, uploadKey] of keys.entries()) {
      const lastName = `One-Key-${index}`
      const four = Array.from({ length: 4 }, () => buildRegistration({ uploadKey, lastName }))
      expect(await registerAtOnce(four)).toEqual([201, 409, 409, 409])
      expect(await accountsNamed(lastName)).toBe(1)
    }
  })

  it('with one email end in one account, and one claimed key', async () => {
    const lastName = 'One-Email'
    const uploads = await Promise.all([buildFile(app), buildFile(app), buildCredential(app)])
    const [first] = uploads
    const { email } = buildRegistration({})
    const three = uploads.map(({ uploadKey }, index) =>
      buildRegistration({ uploadKey, lastName, email: index === 0 ? email.toUpperCase() : email }),
    )
    expect(await registerAtOnce(three)).toEqual([201, 409, 409])
    expect(await accountsNamed(lastName)).toBe(1)
    const [owner] = await app.db.select().from(users).where(eq(users.lastName, lastName))
    if (!owner || !first) throw new Error('No account was created.')
    const claimed = [
      ...(await app.db.select().from(files).where(eq(files.userId, owner.id))),
      ...(await app.db
        .select()
        .from(monitoringCredentials)
        .where(eq(monitoringCredentials.userId, owner.id))),
    ]
    expect(claimed).toHaveLength(1)
  })

  it('of one form sent twice end in one account, and one answer that it worked', async () => {
    const { uploadKey, id } = await buildFile(app)
    const registration = buildRegistration({ uploadKey, lastName: 'Twice' })
    expect(await registerAtOnce([registration, registration])).toEqual([201, 409])
    expect(await accountsNamed('Twice')).toBe(1)
    const owned = await app.db
      .select({ email: users.email })
      .from(files)
      .innerJoin(users, eq(users.id, files.userId))
      .where(and(eq(files.id, id), like(users.lastName, 'Twice')))
    expect(owned).toEqual([{ email: registration.email }])
  })
})
