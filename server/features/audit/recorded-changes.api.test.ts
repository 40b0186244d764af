import { describe, expect, it } from 'vitest'
import { logIn, logInConfirmedAdmin, visit } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { actAsAdministrator, buildMatch, nextHours } from '@tests/support/portal/introductions'
import { payoutSettings } from '@tests/support/portal/feature-calls'
import { lineOf, readyTotal, runsPath, setUpPayouts } from '@tests/support/portal/payouts'
import { applyIn, buildReferrer } from '@tests/support/portal/referral-links'
import { buildHold, buildReferred } from '@tests/support/portal/referrals'
import { startAppBeside, startSharedApp } from '@tests/support/portal/shared-app'
import { buildReferral } from '@tests/support/samples/forms'
import { setUpBulkRuns } from '@tests/support/portal/bulk-runs'

const app = await startSharedApp()
const { admin, boss } = await logInConfirmedAdmin(app)
const { adjust, buildPayee, decide, prepare, prepareDraft, settle } = setUpPayouts(app, admin, boss)
const bulk = setUpBulkRuns(app, admin)

/** Mails are queued only where they could be sent; nothing sends them. */
const startMailing = () => startAppBeside(app, { SMTP_URL: 'smtp://127.0.0.1:2' })

/** What the trail gains while something is done, in order. */
async function recorded(work: () => PromiseLike<unknown>): Promise<string[]> {
  const { rows: before } = await app.pool.query('select coalesce(max(id), 0) from audit_events')
  await work()
  const { rows } = await app.pool.query(
    'select action from audit_events where id > $1 order by id',
    [before[0].coalesce],
  )
  return rows.map(({ action }) => action)
}

describe('the trail has', () => {
  it('how a payout run is prepared, approved and settled', async () => {
    const { payee } = await buildPayee()
    await adjust(payee, 10_000)
    expect(await recorded(prepare)).toEqual(['payout-run.prepared'])
    const draft = await prepareDraft()
    const approve = admin.post(`${runsPath}/${draft.id}/approve`).send(readyTotal(draft))
    expect(await recorded(() => approve.expect(200))).toEqual([
      'payout.approved',
      'payout-run.approved',
    ])
    const failed = settle(lineOf(draft, payee)?.id, { state: 'failed', reason: 'Returned' })
    expect(await recorded(() => failed.expect(200))).toEqual(['payout.failed'])
    const settings = { ...payoutSettings, minimumCents: 3_000 }
    const changed = admin.put('/api/admin/payout-settings').send(settings)
    expect(await recorded(() => changed.expect(200))).toEqual(['payout-settings.changed'])
  })

  it('what a person earns, keeps and loses', async () => {
    const referrer = await buildReferrer(app)
    const referred = await buildReferred(app, referrer)
    const { id: holdId } = await buildHold(app, referred.referralId)
    expect(await recorded(() => decide(referred, 'approved'))).toEqual(['user.status-changed'])
    const release = { outcome: 'released', note: 'Twins' }
    const released = admin.post(`/api/admin/reward-holds/${holdId}/settle`).send(release)
    expect(await recorded(() => released.expect(200))).toEqual([
      'reward-hold.settled',
      'reward.earned',
    ])
    expect(await recorded(() => decide(referred, 'rejected'))).toEqual([
      'user.status-changed',
      'reward.reversed',
    ])
  })

  it('who refers whom, and by which link', async () => {
    const referrer = await buildReferrer(app)
    const agent = await logIn(app, referrer)
    const person = await buildUser(app)
    const set = admin
      .put(`/api/admin/users/${person.id}/referrer`)
      .send({ referrer: referrer.email, reason: 'Said so on the phone' })
    expect(await recorded(() => set.expect(200))).toContain('user.referrer-set')
    const renewed = agent.post('/api/referral-link')
    expect(await recorded(() => renewed.expect(200))).toEqual(['account.referral-link-replaced'])
    const { body } = await visit(app).post('/api/referrals').send(buildReferral()).expect(201)
    const claimed = agent.post('/api/referral-claims').send({ token: body.claim })
    expect(await recorded(() => claimed.expect(200))).toEqual(['referral-link.claimed'])
  })

  it('a bulk run, from its start to its end', async () => {
    const people = await bulk.buildPeople(2)
    const selection = { rows: people.map(({ id }) => ({ id, basedOn: 'pending' })) }
    const body = { action: 'approve', selection, reason: 'Seen' }
    let runId = 0
    expect(await recorded(async () => (runId = (await bulk.start(body)).id))).toEqual([
      'bulk-run.started',
    ])
    expect(await recorded(() => bulk.work(runId))).toEqual([
      'user.status-changed',
      'user.status-changed',
      'bulk-run.finished',
    ])
    const { id } = await bulk.start({ ...body, action: 'reject', reason: 'Changed our mind' })
    const stopped = admin.post(`/api/admin/bulk-runs/${id}/stop`)
    expect(await recorded(() => stopped.expect(200))).toEqual(['bulk-run.stopped'])
  })

  it('documents that come and go', async () => {
    const owner = await buildUser(app)
    const { uploadKey } = await buildFile(app)
    const linked = (await logIn(app, owner)).post(`/api/link-file/${uploadKey}`)
    expect(await recorded(() => linked.expect(200))).toEqual(['file.linked'])
    const { id } = await buildFile(app, { owner })
    const removed = admin.delete(`/api/admin/files/${id}`)
    expect(await recorded(() => removed.expect(200))).toEqual(['file.deleted'])
  })

  it('mails that are written, stopped and sent again, and templates that are reset', async () => {
    const draft = { to: 'rosa@partner.example', subject: 'Hello', body: 'Some words.' }
    const writer = await logIn(await startMailing(), boss)
    let mailId = 0
    const compose = async () => {
      const { body } = await writer.post('/api/admin/emails').send(draft).expect(201)
      mailId = body.id
    }
    expect(await recorded(compose)).toEqual(['mail.composed'])
    const act = (what: string) => writer.post(`/api/admin/emails/${mailId}/${what}`).expect(200)
    expect(await recorded(() => act('cancel'))).toEqual(['mail.cancelled'])
    expect(await recorded(() => act('resend'))).toEqual(['mail.resent'])
    const { body } = await writer.get('/api/admin/email-templates').expect(200)
    const reset = writer.delete(`/api/admin/email-templates/${body[0].id}`)
    expect(await recorded(() => reset.expect(200))).toEqual(['template.reset'])
  })

  it('notes that are changed and removed', async () => {
    const person = await buildUser(app)
    const added = admin.post(`/api/admin/users/${person.id}/notes`).send({ text: 'Called.' })
    const { body: note } = await added.expect(201)
    const path = `/api/admin/notes/${note.id}`
    const edited = admin.patch(path).send({ text: 'Called twice.' })
    expect(await recorded(() => edited.expect(200))).toEqual(['note.edited'])
    expect(await recorded(() => admin.delete(path).expect(200))).toEqual(['note.deleted'])
  })

  it('how people manage their accounts', async () => {
    const person = await applyIn(app, visit(app))
    const agent = await logIn(await startMailing(), person)
    const names = { firstName: 'Zoë', lastName: 'Núñez', phoneNumber: '(970) 555-0177' }
    const corrected = agent.patch('/api/user').send({ ...names, currentPassword: person.password })
    expect(await recorded(() => corrected.expect(200))).toContain('account.details-corrected')
    const path = '/api/email-change'
    const newEmail = 'zoe-elsewhere@partner.example'
    const asked = agent.post(path).send({ newEmail, currentPassword: person.password })
    expect((await asked).status).toBeLessThan(300)
    expect(await recorded(() => agent.delete(path))).toEqual(['account.email-change-withdrawn'])
    await agent.put('/api/mail-choices/payout').send({ isWanted: false }).expect(200)
    const wanted = agent.put('/api/mail-choices/payout').send({ isWanted: true })
    expect(await recorded(() => wanted.expect(200))).toEqual(['mail.wanted'])
    const ended = admin.delete(`/api/admin/users/${person.id}/sessions`)
    expect(await recorded(() => ended.expect(200))).toEqual(['account.sessions-ended'])
    const again = await logIn(app, person)
    expect(await recorded(() => again.post('/api/logout').expect(200))).toEqual([
      'account.logged-out',
    ])
  })

  it('the steps of an introduction', async () => {
    const { id } = await buildMatch(app, admin)
    const host = actAsAdministrator(admin, id)
    expect(await recorded(() => host.offer(nextHours()))).toEqual(['match.times-offered'])
    const renewed = admin.post(`/api/admin/matches/${id}/link`)
    expect(await recorded(() => renewed)).toEqual(['match.link-renewed'])
    await host.end()
    expect(await recorded(() => host.undo())).toEqual(['match.undone'])
  })
})
