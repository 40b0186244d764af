import { randomBytes } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { startTestApp } from '@tests/support/portal/app'
import { logIn } from '@tests/support/portal/agents'
import { emptyApp } from '@tests/support/portal/empty-app'
import { buildAdmin, buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { eventually } from '@tests/support/portal/eventually'
import { sealIntroduction } from '@tests/support/portal/introductions'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { sealText } from '@tests/support/portal/text-provider'
import { createContentKeys } from '../db/content-keys'
import { auditEvents } from '../db/schema/audit-events'
import { emailSettings, mails } from '../db/schema/mail'
import { monitoringCredentials } from '../db/schema/monitoring-credentials'
import { paymentSettings, payoutRuns, payouts } from '../db/schema/payouts'
import { fingerprintKeys } from '../db/schema/referral-links'
import { createSealer } from '../db/sealing'
import { sealedSeed } from '../features/accounts/queries'
import { sealedColumn, openCredential } from '../features/credentials/queries'
import { sealedPassword } from '../features/mail/find-sender'
import { queueMail, sealedContent } from '../features/mail/queue-mail'
import { sealedNote } from '../features/notes/queries'
import {
  fingerprintOf,
  openPaymentDetails,
  openPayoutDetails,
  sealedPayoutDetails,
  sealPaymentDetails,
} from '../features/payouts/payment-details'
import { sealedFingerprintKey } from '../features/rewards/fingerprints'
import { resealValues } from './reseal-values'
import { notes } from '../db/schema/users'
import { secondFactors } from '../db/schema/logins'

const newKey = randomBytes(32)
const newSealer = createSealer([newKey])
const app = await startSharedApp()
beforeEach(() => emptyApp(app))

const rotating = () => createSealer([newKey, ...app.env.dataKeys])
const rotate = () => resealValues({ db: app.db, sealer: rotating() })

const credentialsNow = () =>
  app.db.select().from(monitoringCredentials).orderBy(asc(monitoringCredentials.id))

const paidTo = { method: 'paypal', email: 'ada@partner.example' } as const
const approvedTo = { ...paidTo, name: 'Ada Park' }

/** One value in each column that is sealed. */
async function sealEverywhere() {
  const credential = await buildCredential(app, { password: 'the password', notes: 'the notes' })
  await buildCredential(app, { password: 'without notes' })
  await app.db.insert(emailSettings).values({
    email: 'portal@mail.example',
    sealedPassword: app.sealer.seal('the app password', sealedPassword),
    host: 'mail.example',
    port: 587,
    secure: false,
    service: 'custom',
  })
  const mailId = await app.db.transaction((tx) =>
    queueMail(
      { ...app, db: tx },
      { kind: 'composed', recipient: 'a@x.example', subject: 'S', text: 'Hi' },
    ),
  )
  const { id } = await buildUser(app)
  const sealedWords = app.sealer.seal('the note', sealedNote(1))
  await app.db.insert(notes).values({ id: 1, userId: id, sealedText: sealedWords })
  const seed = app.sealer.seal('the seed', sealedSeed(id))
  await app.db.insert(secondFactors).values({ id, sealedSeed: seed })
  await app.db
    .insert(paymentSettings)
    .values({ userId: id, ...sealPaymentDetails(app.sealer, id, paidTo), fingerprint: 'before' })
  const period = { period: '2026-10', firstDay: '2026-10-01', lastDay: '2026-10-31' }
  await app.db.insert(payoutRuns).values(period)
  await app.db.insert(payouts).values({
    runId: 1,
    payeeId: id,
    cents: 50_000,
    state: 'paying',
    sealedDetails: app.sealer.seal(JSON.stringify(approvedTo), sealedPayoutDetails(1)),
  })
  const sealedKey = app.sealer.seal('the key', sealedFingerprintKey)
  await app.db.insert(fingerprintKeys).values({ id: 1, sealedKey })
  await sealIntroduction(app, id)
  await sealText(app, id)
  const file = await buildFile(app)
  return { credential, mailId, file }
}

const allOf = {
  'monitoring_credentials.sealed_password': 2,
  'monitoring_credentials.sealed_notes': 1,
  'email_settings.sealed_password': 1,
  'mails.sealed_content': 1,
  'notes.sealed_text': 1,
  'second_factors.sealed_seed': 1,
  'content_keys.sealed_key': 1,
  'payment_settings.sealed_details': 1,
  'fingerprint_keys.sealed_key': 1,
  'payouts.sealed_details': 1,
  'text_settings.sealed_token': 1,
  'texts.sealed_content': 1,
  'entrepreneurs.sealed_notes': 1,
  'matches.sealed_token': 1,
  'matches.sealed_link': 1,
  'meeting_settings.sealed_room': 1,
}

describe('changing the key', () => {
  it('seals everything again, so that the old key may go, and leaves a trace', async () => {
    const { mailId, file } = await sealEverywhere()
    const contentKey = await createContentKeys(app.db, app.sealer).find(file.storageKey)
    expect(await rotate()).toEqual({ resealed: allOf, unopened: [], left: 0 })
    const shown = (await credentialsNow()).map((row) =>
      openCredential({ ...row, owner: null, askedAt: null, version: '' }, newSealer),
    )
    expect(shown.map((login) => [login.password, login.notes])).toEqual([
      ['the password', 'the notes'],
      ['without notes', null],
    ])
    const [settings] = await app.db.select().from(emailSettings)
    expect(newSealer.open(settings?.sealedPassword ?? '', sealedPassword)).toBe('the app password')
    const [mail] = await app.db.select().from(mails)
    expect(newSealer.open(mail?.sealedContent ?? '', sealedContent(mailId))).toContain('Hi')
    const [written] = await app.db.select().from(notes)
    expect(newSealer.open(written?.sealedText ?? '', sealedNote(1))).toBe('the note')
    const [factor] = await app.db.select().from(secondFactors)
    expect(newSealer.open(factor?.sealedSeed ?? '', sealedSeed(factor?.id ?? 0))).toBe('the seed')
    const [payee] = await app.db.select().from(paymentSettings)
    expect(payee && openPaymentDetails(newSealer, payee)).toEqual(paidTo)
    expect(payee?.fingerprint).toBe(await fingerprintOf(app.db, newSealer, paidTo))
    const [payout] = await app.db.select().from(payouts)
    const approved = { id: 1, sealedDetails: payout?.sealedDetails ?? '' }
    expect(openPayoutDetails(newSealer, approved)).toEqual(approvedTo)
    // The same key under another one: no content is touched.
    const keys = createContentKeys(app.db, newSealer)
    expect(await keys.find(file.storageKey)).toEqual(contentKey)

    // Nothing is left to do for the next time.
    const before = await credentialsNow()
    const { resealed } = await rotate()
    expect(Object.values(resealed)).toEqual(Object.values(allOf).map(() => 0))
    expect(await credentialsNow()).toEqual(before)
    const events = await app.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'keys.rotated'))
      .orderBy(asc(auditEvents.id))
    expect(events.map(({ details }) => [details?.['column'], details?.['count']])).toEqual(
      Object.entries(allOf),
    )
  })

  it('names what no key opens, and does all the others', async () => {
    const { credential, mailId } = await sealEverywhere()
    const { id } = credential
    const lost = createSealer([randomBytes(32)]).seal('lost', sealedColumn('notes', id))
    await app.db
      .update(monitoringCredentials)
      .set({ sealedNotes: lost })
      .where(eq(monitoringCredentials.id, id))
    await app.db.update(mails).set({ sealedContent: 'damaged' })
    expect(await rotate()).toEqual({
      resealed: { ...allOf, 'monitoring_credentials.sealed_notes': 0, 'mails.sealed_content': 0 },
      unopened: [
        `monitoring_credentials.sealed_notes of id ${id}`,
        `mails.sealed_content of id ${mailId}`,
      ],
      left: 0,
    })
    expect((await credentialsNow())[0]?.sealedNotes).toBe(lost)
  })

  it('does not undo what the portal writes at the same moment, and says what is left', async () => {
    const { id } = await buildCredential(app)
    const written = app.sealer.seal('written meanwhile', sealedColumn('password', id))
    const writer = await app.pool.connect()
    await writer.query('begin')
    await writer.query('update monitoring_credentials set sealed_password = $1', [written])
    const rotation = rotate()
    await eventually(async () => {
      const { rows } = await app.pool.query(
        `select 1 from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    })
    await writer.query('commit')
    writer.release()
    expect(await rotation).toMatchObject({ unopened: [], left: 1 })
    expect((await credentialsNow())[0]?.sealedPassword).toBe(written)
    expect(await rotate()).toMatchObject({ left: 0 })
  })

  it('leaves every login readable for a portal that has both keys', async () => {
    await sealEverywhere()
    const old = app.env.dataKeys.map((key) => key.toString('base64'))
    const database = { url: app.databaseUrl, drop: () => Promise.resolve() }
    const env = { DATA_KEY: [newKey.toString('base64'), ...old].join(',') }
    const portal = await startTestApp({ database, env })
    try {
      const admin = await logIn(portal, await buildAdmin(portal))
      const passwords = async () => {
        const { body } = await admin.get('/api/admin/credentials').expect(200)
        return body.map(({ password }: { password: string }) => password)
      }
      expect(await passwords()).toEqual(['without notes', 'the password'])
      await rotate()
      expect(await passwords()).toEqual(['without notes', 'the password'])
    } finally {
      await portal.close()
    }
  })

  it('knows every column that is sealed', async () => {
    const { rows } = await app.pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name like '%sealed%'`,
    )
    const { resealed } = await rotate()
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(resealed).toSorted())
  })
})
