import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { profile } from '@shared/accounts'
import { getSessionId, logIn, logInAdmin, type Agent } from '@tests/support/portal/agents'
import { invalid } from '@tests/support/portal/answers'
import { reuploadFile } from '@tests/support/portal/documents'
import { eventually } from '@tests/support/portal/eventually'
import {
  buildCredential,
  buildFile,
  buildUser,
  type BuiltUser,
} from '@tests/support/portal/factories'
import { readZip } from '@tests/support/portal/read-zip'
import { buildReferred } from '@tests/support/portal/referrals'
import { startCountingPortal, startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'
import { files, fileVersions } from '../../../db/schema/files'
import { referralLinks } from '../../../db/schema/referral-links'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })

const admin = await logInAdmin(app)

const written = await buildUser(app)

const reader = await logIn(app, written)

const copyPath = '/api/account/data'

const askForCopy = (agent: Agent, user: BuiltUser) =>
  agent.post(copyPath).send({ currentPassword: user.password })

async function fetchCopy(agent: Agent, user: BuiltUser) {
  await askForCopy(agent, user).expect(200)
  const { body, headers } = await agent.get(copyPath).responseType('blob').expect(200)
  const entries = await readZip(body)
  return { entries, headers, data: JSON.parse(String(entries.get('data.json'))) }
}

async function buildOwner(overrides: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(app, overrides)
  return { user, agent: await logIn(app, user) }
}

const versionsOf = (fileId: number) =>
  app.db.select().from(fileVersions).where(eq(fileVersions.fileId, fileId)).orderBy(fileVersions.id)

describe('a copy of one’s data', () => {
  it('holds every content of every document, byte for byte', async () => {
    const { user, agent } = await buildOwner()
    const [first, second] = [samples.pdf({ text: 'first' }), samples.png({ text: 'second' })]
    const file = await buildFile(app, {
      owner: user,
      sample: { ...first, name: 'Übersicht <1>.pdf' },
    })
    // Two bytes a letter: longer than a file system takes.
    const long = { ...first, name: `${'Ж'.repeat(146)}.pdf` }
    await reuploadFile(agent, file.id, { ...second, name: 'score.png' }).expect(200)
    await buildFile(app, { owner: user, sample: { ...first, name: 'score.pdf' } })
    await buildFile(app, { owner: user, sample: long })
    await buildFile(app, { owner: await buildUser(app) })
    const { entries, data, headers } = await fetchCopy(agent, user)
    expect([...entries.keys()]).toEqual([
      'documents/1-version-1-Übersicht _1_.pdf',
      'documents/1-version-2-score.png',
      'documents/2-version-1-score.pdf',
      `documents/3-version-1-${'Ж'.repeat(119)}.pdf`,
      'data.json',
      'index.html',
    ])
    expect(entries.get('documents/1-version-1-Übersicht _1_.pdf')).toEqual(first.bytes)
    expect(entries.get('documents/1-version-2-score.png')).toEqual(second.bytes)
    expect(data.documents).toMatchObject([
      { name: 'Übersicht <1>.pdf', version: 1, isShown: false },
      { name: 'score.png', version: 2, isShown: true, status: 'pending' },
      { name: 'score.pdf', version: 1, isShown: true },
      { name: long.name, version: 1, isShown: true },
    ])
    expect(headers['content-type']).toBe('application/zip')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="my-data-[\d-]+\.zip"$/)
    expect(headers['cache-control']).toBe('no-store')
  })

  it('says all that is held, and nothing that opens anything', async () => {
    const { user, agent } = await buildOwner({ lastName: '<script>alert(1)</script>' })
    await buildCredential(app, {
      owner: user,
      username: 'watcher',
      password: 'the monitoring secret',
      notes: 'Call first.',
    })
    const reason = 'The score is not to be seen.'
    const note = 'Called on Monday: asks for a later start.'
    const person = `/api/admin/users/${user.id}`
    await admin.patch(`${person}/status`).send({ status: 'rejected', reason }).expect(200)
    await admin.post(`${person}/notes`).send({ text: note }).expect(201)
    await admin.post(`${person}/score`).send({ score: 742, model: 'FICO Score 8' }).expect(200)
    await agent.post('/api/consents/email').send({ isGiven: true, textVersion: 'email.2' })
    await agent
      .post('/api/messages')
      .send({ email: user.email, subject: 'Score', message: 'Look again?' })
      .expect(201)
    await app.pool.query(
      `insert into questions (user_id, words, answer, answered_at, undone_at) values
       ($1, 'Phone?', 'The same.', now(), null), ($1, 'Taken back?', null, null, now())`,
      [user.id],
    )
    const { entries, data } = await fetchCopy(agent, user)
    expect(data.notes).toEqual([{ written: expect.any(String), edited: null, text: note }])
    expect(data.creditScore).toMatchObject([{ score: 742, model: 'FICO Score 8', document: null }])
    expect(data.account).toMatchObject([{ ...profile.parse(user), status: 'rejected', reason }])
    expect(data.decisions).toMatchObject([
      { about: 'your application', status: 'rejected', reason },
    ])
    expect(data.questions).toMatchObject([{ question: 'Phone?', answer: 'The same.' }])
    expect(data.sharedLogins).toMatchObject([{ username: 'watcher', notes: 'Call first.' }])
    expect(data.consents).toMatchObject([{ to: 'email', given: true, where: 'online' }])
    expect(data.messages).toMatchObject([{ subject: 'Score', message: 'Look again?' }])
    expect(data.sessions).toHaveLength(1)
    expect(data.activity).toContainEqual(
      expect.objectContaining({ what: 'user.status-changed', by: 'staff', fromAddress: null }),
    )
    expect(data.activity[0]).toMatchObject({ what: 'account.data-exported', by: 'you' })
    const page = String(entries.get('index.html'))
    for (const text of [reason, 'watcher', 'Look again?', 'Phone?', '&lt;script&gt;alert(1)'])
      expect(page).toContain(text)
    expect(page).not.toContain('<script>')
    for (const text of [page, JSON.stringify(data)]) {
      expect(text).not.toContain('the monitoring secret')
      expect(text).not.toContain(user.passwordHash)
      expect(text).not.toContain(getSessionId(agent))
    }
  })

  it('holds one’s links, who signed up by them, without names, and each statement', async () => {
    const { user, agent } = await buildOwner()
    const referred = await buildReferred(app, user, { firstName: 'Kim', lastName: 'Leeward' })
    await app.db.insert(referralLinks).values({ code: 'ABCDEFGH', userId: user.id })
    const approval = { status: 'approved' }
    await admin.patch(`/api/admin/users/${referred.id}/status`).send(approval).expect(200)
    const { data } = await fetchCopy(agent, user)
    expect(data.referralLinks).toMatchObject([{ code: 'ABCDEFGH', replaced: null }])
    expect(data.referrals).toMatchObject([{ number: referred.referralId, link: null }])
    expect(data.statements).toMatchObject([
      { what: 'reward', dollars: '500.00', referral: referred.referralId },
    ])
    expect(JSON.stringify(data.referrals)).not.toContain('Leeward')
    const { data: theirs } = await fetchCopy(await logIn(app, referred), referred)
    expect(theirs.referredBy).toMatchObject([{ way: 'link' }])
  })

  it('names what is missing, damaged or waits for its virus check, and takes the second copy', async () => {
    const { user, agent } = await buildOwner()
    const built = [0, 1, 2].map(() => buildFile(app, { owner: user }))
    const [missing, damaged, waiting] = await Promise.all(built)
    if (!missing || !damaged || !waiting) throw new Error('Three files')
    const whole = samples.jpeg()
    await reuploadFile(agent, damaged.id, whole).expect(200)
    const stored = (key: string) => join(app.uploadsDir, key)
    const copy = (key: string) => join(app.uploadsDir, '.backups', key)
    await rm(stored(missing.storageKey))
    await rm(copy(missing.storageKey))
    const [earlier, shown] = await versionsOf(damaged.id)
    await writeFile(stored(earlier?.storageKey ?? ''), 'x'.repeat(earlier?.fileSize ?? 0))
    await writeFile(copy(earlier?.storageKey ?? ''), 'x'.repeat(earlier?.fileSize ?? 0))
    await writeFile(stored(shown?.storageKey ?? ''), 'x'.repeat(shown?.fileSize ?? 0))
    await app.db.update(files).set({ quarantine: 'waiting' }).where(eq(files.id, waiting.id))
    const { entries, data } = await fetchCopy(agent, user)
    const listed = new Map<string, string | undefined>(
      data.documents.map((row: { id: number; version: number; leftOut?: string }) => [
        `${row.id}, ${row.version}`,
        row.leftOut,
      ]),
    )
    expect(listed.get(`${missing.id}, 1`)).toBe('missing')
    expect(listed.get(`${damaged.id}, 1`)).toBe('damaged')
    expect(listed.get(`${damaged.id}, 2`)).toBeUndefined()
    expect(listed.get(`${waiting.id}, 1`)).toBe('waiting for its virus check')
    const documents = [...entries].filter(([name]) => name.startsWith('documents/'))
    expect(documents.map(([, bytes]) => bytes.equals(whole.bytes))).toEqual([true])
    expect(String(entries.get('index.html'))).toContain('waiting for its virus check')
  })
})

describe('a copy is given', () => {
  it('only after the password, and is in the trail', async () => {
    const { user, agent } = await buildOwner()
    const message = 'Enter your password again to get your copy.'
    await agent.get(copyPath).expect(403, { message, code: 'forbidden' })
    const wrong = invalid('currentPassword', 'That isn’t your current password.')
    await agent.post(copyPath).send({ currentPassword: 'not this one' }).expect(400, wrong)
    await agent.get(copyPath).expect(403)
    await fetchCopy(agent, user)
    const { rows } = await app.pool.query(
      "select actor_id from audit_events where action = 'account.data-exported' and object = $1",
      [`user:${user.id}`],
    )
    expect(rows).toEqual([{ actor_id: user.id }])
    await (await logIn(app, user)).get(copyPath).expect(403)
  })

  it('to one reader at a time, no faster than they read, and is forgotten when they hang up', async () => {
    const { user, agent } = await buildOwner()
    const size = 8_000_000
    const file = await buildFile(app, { owner: user, sample: samples.pdf({ size }) })
    for (const text of ['a', 'b']) {
      await reuploadFile(agent, file.id, samples.pdf({ text, size })).expect(200)
    }
    await askForCopy(agent, user).expect(200)
    const portal = await startCountingPortal(app)
    const address = `${portal.url}${copyPath}`
    const headers = { Cookie: `sid=${getSessionId(agent)}` }
    const request = get(address, { headers })
    request.on('error', () => undefined)
    request.on('response', (answer) => answer.pause())
    await once(request, 'response')
    expect((await fetch(address, { headers })).status).toBe(429)
    // Until nothing moves: what the buffers of both ends take.
    await eventually(async () => {
      const before = portal.opened()
      await delay(200)
      expect([before > 0, portal.opened()]).toEqual([true, before])
    })
    expect(portal.opened()).toBeLessThan(3)
    request.destroy()
    await eventually(async () => expect((await fetch(address, { headers })).status).toBe(200))
    await portal.close()
  })

  it('whole, while a document is replaced', async () => {
    const { user, agent } = await buildOwner()
    const contents = ['a', 'b', 'c', 'd'].map((text) => samples.pdf({ text, size: 900_000 }))
    const file = await buildFile(app, { owner: user, sample: contents[0] })
    const replace = async () => {
      for (const sample of contents.slice(1)) await reuploadFile(agent, file.id, sample).expect(200)
    }
    await askForCopy(agent, user).expect(200)
    const [{ body }] = await Promise.all([
      agent.get(copyPath).responseType('blob').expect(200),
      replace(),
    ])
    const documents = [...(await readZip(body))].filter(([name]) => name.startsWith('documents/'))
    expect(documents.length).toBeGreaterThan(0)
    for (const [, bytes] of documents)
      expect(contents.some((content) => content.bytes.equals(bytes))).toBe(true)
  })
})

async function fetchData(of = { user: written, agent: reader }) {
  const path = '/api/account/data'
  await of.agent.post(path).send({ currentPassword: of.user.password }).expect(200)
  const { body } = await of.agent.get(path).responseType('blob').expect(200)
  const entries = await readZip(body)
  return { entries, data: JSON.parse(String(entries.get('data.json'))) }
}

it('a copy of one’s data holds the emails and texts that have left, and none that waits or was kept from leaving', async () => {
  const reason = 'A reason that is taken back'
  const person = `/api/admin/users/${written.id}/status`
  const { body } = await admin.patch(person).send({ status: 'rejected', reason }).expect(200)
  await admin.post(`/api/admin/decisions/${body.decisionId}/undo`).expect(200)
  await admin.patch(person).send({ status: 'approved' }).expect(200)
  const columns = 'user_id, kind, recipient, segments, status, attempts, sent_at, not_after'
  await app.pool.query(
    `insert into texts (${columns})
   select $1, 'composed', '+13035550199', 1, status, 1, case when has_left then now() end, now()
   from (values ('queued', false), ('sending', false), ('cancelled', false), ('failed', false),
     ('sent', true), ('delivered', true), ('undelivered', true)) each (status, has_left)`,
    [written.id],
  )
  const { entries, data: before } = await fetchData()
  expect(before.emails).toEqual([])
  expect(String(entries.get('index.html'))).not.toContain(reason)
  expect(before.texts.map(({ status }: { status: string }) => status)).toEqual([
    'undelivered',
    'delivered',
    'sent',
  ])
  await app.pool.query(
    "update mails set status = 'sent', sent_at = now() where user_id = $1 and status = 'queued'",
    [written.id],
  )
  const { data } = await fetchData()
  expect(data.emails).toMatchObject([
    { to: written.email, text: expect.stringContaining('Hi Pat') },
  ])
  expect(JSON.stringify(data)).not.toContain(reason)
})

it('a copy of one’s data tells of what was taken back neither as a decision or question nor as an entry, and keeps each answer', async () => {
  const person = await buildUser(app)
  const asked = { user: person, agent: await logIn(app, person) }
  const path = `/api/admin/users/${person.id}`
  const ask = async (words: string) => {
    const { body } = await admin.post(`${path}/questions`).send({ words }).expect(201)
    await admin.post(`/api/admin/questions/${body.questionId}/undo`).expect(200)
    return body.questionId
  }
  await ask('Never answered?')
  const questionId = await ask('Answered late?')
  await asked.agent.post('/api/question/answer').send({ questionId, answer: 'Yes.' }).expect(200)
  const { body } = await admin.patch(`${path}/status`).send({ status: 'rejected' }).expect(200)
  await admin.post(`/api/admin/decisions/${body.decisionId}/undo`).expect(200)
  await admin.patch(`${path}/status`).send({ status: 'approved' }).expect(200)
  const { data } = await fetchData(asked)
  expect(data.questions).toMatchObject([{ question: 'Answered late?', answer: 'Yes.' }])
  expect(data.decisions).toMatchObject([{ status: 'approved' }])
  const told = data.activity.map(({ what }: { what: string }) => what)
  expect(told.filter((what: string) => /^(question|decision|user)/.test(what))).toEqual([
    'user.status-changed',
    'question.answered',
    'question.undone',
    'question.asked',
  ])
})
