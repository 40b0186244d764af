import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { maxNotesPerUser } from '@shared/notes'
import { ascending, notFound } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn } from '@tests/support/portal/agents'
import { buildAdmin, buildUser } from '@tests/support/portal/factories'
import { auditEvents } from '../../db/schema/audit-events'
import { notes } from '../../db/schema/users'

const app = await startSharedApp()
const account = await buildAdmin(app)
const admin = await logIn(app, account)

const notesPath = (user: { id: number }) => `/api/admin/users/${user.id}/notes`
const add = (user: { id: number }, text: unknown) => admin.post(notesPath(user)).send({ text })
const notesOf = async (user: { id: number }) => (await admin.get(notesPath(user)).expect(200)).body

describe('notes on a person', () => {
  it('are added, edited and deleted, the newest first, with author and time', async () => {
    const user = await buildUser(app)
    const { body: first } = await add(user, 'Called, no answer.').expect(201)
    expect(first).toEqual({
      id: first.id,
      text: 'Called, no answer.',
      author: 'Portal Administrator',
      createdAt: expect.stringMatching(/Z$/),
      editedAt: null,
    })
    const { body: second } = await add(user, ' Sent the form.\nWaits for it. ').expect(201)
    expect(await notesOf(user)).toMatchObject([{ text: 'Sent the form.\nWaits for it.' }, first])

    const { body: edited } = await admin
      .patch(`/api/admin/notes/${first.id}`)
      .send({ text: 'Called twice.' })
      .expect(200)
    expect(edited).toEqual({
      ...first,
      text: 'Called twice.',
      editedAt: expect.stringMatching(/Z$/),
    })
    await admin.delete(`/api/admin/notes/${second.id}`).expect(200, { message: 'Note deleted' })
    expect(await notesOf(user)).toEqual([edited])
    await admin.delete(`/api/admin/notes/${second.id}`).expect(404, notFound)
    await admin.patch(`/api/admin/notes/${second.id}`).send({ text: 'Again' }).expect(404, notFound)
  })

  it('are sealed in the database, and are in no log and no trail', async () => {
    const user = await buildUser(app)
    await add(user, 'Owes the zirconium company.').expect(201)
    const [row] = await app.db.select().from(notes).where(eq(notes.userId, user.id))
    expect(row?.sealedText).toMatch(/^v1\./)
    const events = await app.db.select().from(auditEvents)
    expect(app.logs() + JSON.stringify(events)).not.toContain('zirconium')
    expect(events.at(-1)).toMatchObject({ action: 'note.added', object: `user:${user.id}` })
  })

  it('are not shown to the person, and go with them', async () => {
    const user = await buildUser(app)
    await add(user, 'A zirconium note.').expect(201)
    const agent = await logIn(app, user)
    await agent.get(notesPath(user)).expect(403)
    for (const path of ['/api/user', '/api/files', '/api/credit-credentials']) {
      expect((await agent.get(path).expect(200)).text).not.toContain('zirconium')
    }
    await admin.delete(`/api/admin/users/${user.id}`).expect(200)
    expect(await app.db.$count(notes, eq(notes.userId, user.id))).toBe(0)
  })

  it('are found one by one when the key of one is lost', async () => {
    const user = await buildUser(app)
    await add(user, 'Damaged').expect(201)
    await app.db
      .update(notes)
      .set({ sealedText: 'v1.00000000.AAAA' })
      .where(eq(notes.userId, user.id))
    await add(user, 'Whole').expect(201)
    expect(await notesOf(user)).toMatchObject([{ text: 'Whole' }, { text: null }])
  })

  it('are at most two hundred, also when many are added at the same time', async () => {
    const user = await buildUser(app)
    const sealed = { userId: user.id, sealedText: 'v1.00000000.AAAA' }
    const most = Array.from({ length: maxNotesPerUser - 1 }, () => sealed)
    await app.db.insert(notes).values(most)
    const answers = await Promise.all([1, 2, 3].map((number) => add(user, `Note ${number}`)))
    expect(ascending(answers.map(({ status }) => status))).toEqual([201, 409, 409])
    expect(await app.db.$count(notes, eq(notes.userId, user.id))).toBe(maxNotesPerUser)
  })

  it('are about people who are reviewed', async () => {
    await add(account, 'On myself').expect(404, notFound)
    await add({ id: 2_000_000_000 }, 'On no one').expect(404, notFound)
    await admin.get(notesPath({ id: 2_000_000_000 })).expect(404, notFound)
  })
})
