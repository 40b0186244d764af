import { desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logInAdmin, visit } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { buildReferral } from '@tests/support/samples/forms'
import { auditEvents } from '../../db/schema/audit-events'

const app = await startSharedApp()
const admin = await logInAdmin(app)

const path = (list: string) => `/api/admin/exports/${list}`

async function download(list: string, query: object = {}) {
  const { text, headers } = await admin.get(path(list)).query(query).expect(200)
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  return { headers, lines: text.slice(1).trimEnd().split('\r\n') }
}

const shownTime = (time: Date) => time.toISOString().slice(0, 19).replace('T', ' ')

const newestEvents = (count: number) =>
  app.db
    .select({
      action: auditEvents.action,
      object: auditEvents.object,
      details: auditEvents.details,
    })
    .from(auditEvents)
    .orderBy(desc(auditEvents.id))
    .limit(count)

describe('a list as a file', () => {
  it('is of people with what the list says of them, newest first, without the administrator', async () => {
    const ada = await buildUser(app, { firstName: 'Ada', lastName: 'Park', status: 'approved' })
    const eve = await buildUser(app, {
      firstName: '=HYPERLINK("http://evil.example")',
      lastName: 'A, B',
      phoneNumber: '+13035550199',
      status: 'rejected',
      statusReason: 'Too\nlow',
      contactConsent: true,
    })
    const { headers, lines } = await download('users')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(headers['cache-control']).toBe('no-store')
    expect(lines).toEqual([
      'User ID,First name,Last name,Email,Phone,Status,Reason,Credit score,Consent to contact,Two-step login,Signed up (UTC),Asked (UTC),Closes (UTC)',
      `${eve.id},"'=HYPERLINK(""http://evil.example"")","A, B",${eve.email},'+13035550199,rejected,"Too\nlow",,yes,no,${shownTime(eve.createdAt)},,`,
      `${ada.id},Ada,Park,${ada.email},${ada.phoneNumber},approved,,,no,no,${shownTime(ada.createdAt)},,`,
    ])
  })

  it('is of what the filter shows, in the order of the list', async () => {
    for (const firstName of ['Zoe', 'Bo', 'Mia'])
      await buildUser(app, { firstName, lastName: 'Sorted', status: 'approved' })
    await buildUser(app, { firstName: 'Al', lastName: 'Sorted', status: 'rejected' })
    const { lines } = await download('users', {
      search: 'sorted',
      status: 'approved',
      sort: 'name',
      from: new Date(Date.now() - 60_000).toISOString(),
    })
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['Bo', 'Mia', 'Zoe'])
    expect((await download('users', { search: 'nobody like that' })).lines).toHaveLength(1)
  })

  it('is of reports with their owners', async () => {
    const owner = await buildUser(app, { firstName: 'Ida', lastName: 'Owner' })
    await buildFile(app, { owner, fileName: 'own.pdf' })
    await buildFile(app, { fileName: '-no one’s.pdf' })
    const { lines } = await download('files')
    expect(lines[1]).toMatch(/^\d+,'-no one’s\.pdf,\d+,application\/pdf,pending,,,,,,,,2/)
    expect(lines[2]).toMatch(new RegExp(`,own\\.pdf,.*,${owner.id},Ida,Owner,${owner.email},`))
    expect((await download('files', { userId: owner.id })).lines).toHaveLength(2)
  })

  it('is of shared logins without anything that opens them', async () => {
    const login = await buildCredential(app, { password: 'the secret itself', notes: 'a note' })
    const { lines } = await download('credentials')
    expect(lines).toEqual([
      'Login ID,Service,Address,Username,Status,Reason,User ID,Shared (UTC),Owner asked (UTC)',
      `${login.id},${login.serviceName},${login.serviceUrl},${login.username},pending,,,${shownTime(login.createdAt)},`,
    ])
    const unopened = await admin
      .get('/api/admin/audit-events')
      .query({ object: 'list:credentials' })
    expect(unopened.body).toHaveLength(2)
  })

  it('says of people, reports and logins since when someone owes an answer', async () => {
    const askedAt = new Date('2026-11-24T18:00:00.000Z')
    const owner = await buildUser(app, { askedAt })
    await buildFile(app, { owner })
    await buildCredential(app, { owner })
    for (const [list, filter] of [
      ['users', { asked: 'waiting' }],
      ['files', { userId: owner.id }],
      ['credentials', { userId: owner.id }],
    ] as const) {
      const { lines } = await download(list, filter)
      expect(lines).toHaveLength(2)
      expect(lines[1]).toContain(`,${shownTime(askedAt)}`)
    }
  })

  it('is of messages and of referrals', async () => {
    await visit(app)
      .post('/api/messages')
      .send({ email: 'sam@partner.example', subject: '@home', message: 'One\nTwo' })
      .expect(201)
    await visit(app).post('/api/referrals').send(buildReferral()).expect(201)
    const [, message] = (await download('messages', { status: 'new' })).lines
    expect(message).toMatch(/^\d+,new,,sam@partner\.example,'@home,"One\nTwo",,2/)
    const [, referral] = (await download('referrals', { search: 'kim' })).lines
    expect(referral).toContain(',Kim,kim@partner.example,')
    expect((await download('referrals', { status: 'done' })).lines).toHaveLength(1)
  })

  it('is of the audit trail, narrowed as it is on its page, in words and names', async () => {
    const ada = await buildUser(app, { firstName: 'Ada', lastName: 'Trail' })
    const other = await buildUser(app)
    for (const { id } of [ada, other])
      await admin.patch(`/api/admin/users/${id}/status`).send({ status: 'approved' }).expect(200)
    const file = await buildFile(app, { owner: ada, fileName: 'trail.pdf' })
    await admin.delete(`/api/admin/files/${file.id}`).expect(200)

    for (const query of [
      {},
      { person: ada.id },
      { search: 'trail' },
      { kind: 'decisions' },
      { actor: 'none' },
      { object: `user:${ada.id}` },
      { to: new Date(Date.now() - 3_600_000).toISOString() },
    ]) {
      const { body } = await admin.get('/api/admin/audit-events').query({ ...query, limit: 100 })
      const { lines } = await download('audit-events', query)
      const ids = lines.slice(1).map((line) => Number(line.split(',', 1)))
      // The export itself has begun by then.
      const own = new Set((await newestEvents(2)).map(({ object }) => object))
      expect(own).toEqual(new Set(['list:audit-events']))
      expect(ids.filter((id) => body.some((event: { id: number }) => event.id === id))).toEqual(
        body.map((event: { id: number }) => event.id),
      )
      expect(ids.length - body.length).toBeLessThanOrEqual(1)
    }
    const { lines } = await download('audit-events', { person: ada.id, kind: 'decisions' })
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`,user.status-changed,user:${ada.id},Ada Trail,,,`)
    expect(lines[1]).toContain('"{""status"":""approved""')
  })
})

describe('every export', () => {
  it('leaves in the trail who took which list with which filter, and how many rows', async () => {
    await buildUser(app, { firstName: 'Uma', status: 'rejected' })
    await download('users', { search: 'uma', status: 'rejected' })
    const about = { sort: 'newest', status: 'rejected', isSearch: true }
    expect(await newestEvents(2)).toEqual([
      {
        action: 'list.exported',
        object: 'list:users',
        details: { ...about, count: 1, isComplete: true },
      },
      { action: 'list.export-started', object: 'list:users', details: about },
    ])
  })

  it('exports nothing when only its head is asked for', async () => {
    const before = await app.db.$count(auditEvents, eq(auditEvents.object, 'list:users'))
    const { headers } = await admin.head(path('users')).expect(200)
    expect(headers['content-disposition']).toContain('attachment')
    expect(await app.db.$count(auditEvents, eq(auditEvents.object, 'list:users'))).toBe(before)
  })
})
