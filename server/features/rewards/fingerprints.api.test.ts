import { randomBytes } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { ctxOf } from '@tests/support/portal/ctx'
import { applyAnew, buildReferrer, findReferred } from '@tests/support/portal/referral-links'
import { setUpRewards } from '@tests/support/portal/rewards'
import { startAppBeside, startSharedApp } from '@tests/support/portal/shared-app'
import { resealValues } from '../../cli/reseal-values'
import { referredPeople } from '../../db/schema/referral-links'
import { rewardHolds } from '../../db/schema/rewards'
import { createSealer } from '../../db/sealing'
import { closeDueAccounts } from '../users/erase-account'
import { readFingerprints } from './fingerprints'

const app = await startSharedApp()
const admin = await logInAdmin(app)
const { decide, owed, linesOf } = setUpRewards(app, admin)

/** Numbers that no one else here has. */
let count = 0
function newContact() {
  count += 1
  return { email: `person.${count}@gmail.com`, phoneNumber: `(720) 555-${2000 + count}` }
}

const remove = ({ id }: { id: number }) => admin.delete(`/api/admin/users/${id}`).expect(200)

async function close({ id }: { id: number }) {
  await app.pool.query('update users set closes_at = now() where id = $1', [id])
  await closeDueAccounts(ctxOf(app))
}

/** Someone who was referred, earned their referrer a reward, and is gone. */
async function buildGone(leave: (person: { id: number }) => PromiseLike<unknown> = remove) {
  const referrer = await buildReferrer(app, newContact())
  const contact = newContact()
  const person = await applyAnew(app, { ...contact, referralCode: referrer.code })
  const row = await findReferred(app, person.id)
  await decide(person, 'approved')
  expect(await owed(referrer)).toBe(50_000)
  await leave(person)
  return { referrer, contact, referralId: row?.id ?? 0, referralCode: referrer.code }
}

const holdsOf = async ({ id }: { id: number }) => {
  const rows = await app.db
    .select({ reason: rewardHolds.reason })
    .from(rewardHolds)
    .innerJoin(referredPeople, eq(referredPeople.id, rewardHolds.referredPersonId))
    .where(eq(referredPeople.referredId, id))
    .orderBy(asc(rewardHolds.reason))
  return rows.map(({ reason }) => reason)
}

const readRow = async (referralId: number) => {
  const rows = await app.db.select().from(referredPeople).where(eq(referredPeople.id, referralId))
  return rows[0]
}

/** The same mailbox and another number. */
const otherSpelling = ({ email }: { email: string }) => ({
  ...newContact(),
  email: email.replace('person.', 'Per.son').replace('@gmail', '+again@googlemail'),
})

describe('someone who earned a reward for a referrer, left and signs up again', () => {
  it.each([
    ['with their email in another spelling, after a removal', remove, otherSpelling],
    ['with their email in another spelling, after closing the account', close, otherSpelling],
    [
      'with their phone number',
      remove,
      ({ phoneNumber }: { phoneNumber: string }) => ({
        ...newContact(),
        phoneNumber: `+1${phoneNumber.replaceAll(/\D/g, '')}`,
      }),
    ],
  ])('%s, earns nothing until it is released', async (_how, leave, contactOf) => {
    const { referrer, contact, referralCode } = await buildGone(leave)
    const again = await applyAnew(app, { ...contactOf(contact), referralCode })
    expect(await holdsOf(again)).toEqual(['earlier-account'])
    await decide(again, 'approved')
    expect(await owed(referrer)).toBe(50_000)
  })

  it('by someone else’s link earns them nothing either', async () => {
    const { contact } = await buildGone()
    const other = await buildReferrer(app, newContact())
    const again = await applyAnew(app, { ...contact, referralCode: other.code })
    await decide(again, 'approved')
    expect(await owed(other)).toBe(0)
  })

  it('is recognized after a change of their phone number, and what was earned in the meantime taken back', async () => {
    const { referrer, contact, referralCode } = await buildGone()
    const again = await applyAnew(app, { ...newContact(), referralCode })
    await decide(again, 'approved')
    expect(await owed(referrer)).toBe(100_000)
    const { firstName, lastName, password: currentPassword } = again
    const profile = { firstName, lastName, phoneNumber: contact.phoneNumber, currentPassword }
    const agent = await logIn(app, again)
    await agent.patch('/api/user').send(profile).expect(200)
    expect(await holdsOf(again)).toEqual(['earlier-account'])
    expect(await linesOf(referrer)).toEqual([
      ['reward', 50_000],
      ['reward', 50_000],
      ['reversal', -50_000],
    ])
  })

  it('is recognized when the administrator says who referred them', async () => {
    const { contact, referralCode } = await buildGone()
    const again = await applyAnew(app, contact)
    await admin
      .put(`/api/admin/users/${again.id}/referrer`)
      .send({ referrer: referralCode, reason: 'They said so.' })
      .expect(200)
    expect(await holdsOf(again)).toEqual(['earlier-account'])
  })
})

describe('what is kept', () => {
  it('does not show the email or the phone number', async () => {
    const { contact, referralId } = await buildGone()
    const row = await readRow(referralId)
    expect(row).toMatchObject({
      referredId: null,
      mailboxFingerprint: expect.stringMatching(/^[\w-]{43}$/),
      phoneFingerprint: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(row?.mailboxFingerprint).not.toBe(row?.phoneFingerprint)
    const digits = contact.phoneNumber.replaceAll(/\D/g, '')
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`${contact.email}|${digits}`))
  })

  it('holds back no one else', async () => {
    const { referralCode } = await buildGone()
    const other = await applyAnew(app, { ...newContact(), referralCode })
    expect(await holdsOf(other)).toEqual([])
  })

  it.each([
    ['who earned no one a reward', []],
    ['whose reward was taken back', ['approved', 'rejected']],
  ])('is nothing of someone %s', async (_who, decisions) => {
    const { code: referralCode } = await buildReferrer(app, newContact())
    const contact = newContact()
    const person = await applyAnew(app, { ...contact, referralCode })
    const row = await findReferred(app, person.id)
    for (const status of decisions) await decide(person, status)
    await remove(person)
    expect(await readRow(row?.id ?? 0)).toMatchObject({
      referredId: null,
      mailboxFingerprint: null,
      phoneFingerprint: null,
    })
    expect(await holdsOf(await applyAnew(app, { ...contact, referralCode }))).toEqual([])
  })
})

describe('the key', () => {
  it('that is lost keeps no one from registering or leaving', async () => {
    const { id } = await buildReferrer(app, newContact())
    await buildGone()
    const other = createSealer([randomBytes(32)])
    expect(await app.db.transaction((tx) => readFingerprints(tx, other, id))).toBeNull()
  })

  it('outlives a change of DATA_KEY', async () => {
    const { contact, referralCode } = await buildGone()
    const newKey = randomBytes(32)
    const sealer = createSealer([newKey, ...app.env.dataKeys])
    expect(await resealValues({ db: app.db, sealer })).toMatchObject({ unopened: [], left: 0 })
    const portal = await startAppBeside(app, { DATA_KEY: newKey.toString('base64') })
    const again = await applyAnew(portal, { ...otherSpelling(contact), referralCode })
    expect(await holdsOf(again)).toEqual(['earlier-account'])
  })
})
