import { describe, expect, it } from 'vitest'
import { payoutLine } from '@shared/payouts'
import { logIn, logInConfirmedAdmin } from '@tests/support/portal/agents'
import {
  accountOf,
  buildPaymentSettings,
  lineOf,
  monthMs,
  readyTotal,
  runsPath,
  setUpPayouts,
} from '@tests/support/portal/payouts'
import { buildReferred } from '@tests/support/portal/referrals'
import { movePostings } from '@tests/support/portal/rewards'
import { startSharedApp } from '@tests/support/portal/shared-app'

const app = await startSharedApp()
const { admin, boss } = await logInConfirmedAdmin(app)
const { clock, adjust, approve, balance, buildPayee, decide, prepare, prepareDraft, read, settle } =
  setUpPayouts(app, admin, boss)

async function settledAt(id: number | undefined, at: string): Promise<void> {
  await movePostings(app, `at = '${at}'`, `payout_id = ${id} and kind = 'paid'`)
  await app.pool.query('update payouts set settled_at = $2 where id = $1', [id, at])
}

it('no run is prepared when no one is owed anything', async () => {
  const nothing = { message: 'No one is owed anything for that time.', code: 'conflict' }
  await admin.post(runsPath).expect(409, nothing)
  await admin.get(runsPath).expect(200, [])
})

describe('an approved run', () => {
  it('takes the money out of the balances, is paid or fails, and is done', async () => {
    const [{ payee: first }, { payee: second }] = [await buildPayee(), await buildPayee()]
    const draft = await prepareDraft()
    const approved = await approve(draft.id)
    expect(approved).toMatchObject({
      state: 'approved',
      totals: [{ state: 'paying', count: 2, cents: 100_000 }],
      files: [{ method: 'ach', count: 2, cents: 100_000 }],
    })
    await admin.post(`${runsPath}/${draft.id}/approve`).send(readyTotal(draft)).expect(409)
    expect(await balance(first)).toMatchObject({ payableCents: 0, payingCents: 50_000 })

    const line = lineOf(approved, first)
    const { body: paid } = await settle(line?.id, { state: 'paid', reference: 'ACH 77' }).expect(
      200,
    )
    expect(payoutLine.strict().parse(paid)).toMatchObject({
      state: 'paid',
      reference: 'ACH 77',
      yearCents: 50_000,
    })
    await settle(line?.id, { state: 'paid', reference: 'ACH 78' }).expect(409)
    await settle(line?.id, { state: 'failed', reason: 'Twice' }).expect(409)
    expect((await read(draft.id)).state).toBe('approved')
    await settle(lineOf(approved, second)?.id, { state: 'failed', reason: 'Closed' }).expect(200)
    expect(await read(draft.id)).toMatchObject({ state: 'done', files: [] })
    expect(await balance(first)).toMatchObject({ payableCents: 0, paidCents: 50_000 })
    expect(await balance(second)).toMatchObject({ payableCents: 50_000, payingCents: 0 })

    clock.now += monthMs
    expect(lineOf(await prepareDraft(), second)).toMatchObject({ cents: 50_000, state: 'ready' })
  })

  it('is what was agreed to, not what another page made of the draft since', async () => {
    const { payee } = await buildPayee()
    const seen = await prepareDraft()
    const { payee: other } = await buildPayee()
    expect((await prepareDraft()).id).toBe(seen.id)
    const path = `${runsPath}/${seen.id}/approve`
    const { body } = await admin.post(path).send(readyTotal(seen)).expect(409)
    expect(body.message).toBe(
      'The draft has changed since you opened it. Please check it and approve it again.',
    )
    await admin.post(path).send({}).expect(400)
    expect(await balance(payee)).toMatchObject({ payableCents: 50_000, payingCents: 0 })
    const { totals, lines } = await approve(seen.id)
    expect(totals).toEqual([{ state: 'paying', count: 2, cents: 100_000 }])
    for (const { id } of lines) await settle(id, { state: 'paid', reference: 'ACH 5' }).expect(200)
    expect(await balance(other)).toMatchObject({ paidCents: 50_000 })
  })

  it('pays no more than is owed at that moment, and nothing to where it should not go any more', async () => {
    const { payee: reversed, referred } = await buildPayee()
    const { payee: changed } = await buildPayee()
    const { payee: less } = await buildPayee()
    const draft = await prepareDraft()
    await decide(referred, 'rejected')
    await buildPaymentSettings(app, changed, { changedAt: new Date() })
    await adjust(less, -20_000)
    const approved = await approve(draft.id)
    expect(approved.lines.map(({ cents, state, reason }) => [cents, state, reason])).toEqual([
      [50_000, 'held', 'nothing-left'],
      [50_000, 'held', 'settings-changed'],
      [30_000, 'paying', null],
    ])
    expect(lineOf(approved, reversed)?.state).toBe('held')
    await settle(lineOf(approved, changed)?.id, { state: 'paid', reference: 'x' }).expect(409)
    await settle(lineOf(approved, less)?.id, { state: 'paid', reference: 'ACH 1' }).expect(200)
  })

  it('holds back what is for people whose profiles are not complete any more, or whose names no bank takes', async () => {
    const [{ payee }, { payee: incomplete }] = [await buildPayee(), await buildPayee()]
    const { payee: renamed } = await buildPayee()
    const draft = await prepareDraft()
    expect(draft.lines.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready'])
    await app.pool.query("update users set phone_number = '' where id = $1", [incomplete.id])
    await app.pool.query("update users set first_name = 'محمد' where id = $1", [renamed.id])
    const approved = await approve(draft.id)
    expect(approved.lines.map(({ payeeId, state, reason }) => [payeeId, state, reason])).toEqual([
      [payee.id, 'paying', null],
      [incomplete.id, 'held', 'profile-incomplete'],
      [renamed.id, 'held', 'name-unwritable'],
    ])
    expect(approved.files).toMatchObject([{ count: 1, cents: 50_000 }])
    const balances = [await balance(payee), await balance(incomplete)]
    expect(balances).toMatchObject([{ payableCents: 0 }, { payableCents: 50_000, payingCents: 0 }])
    await settle(lineOf(approved, payee)?.id, { state: 'paid', reference: 'ACH 9' }).expect(200)
  })

  it('leaves what is earned next against what was paid for nothing', async () => {
    const { payee, referred } = await buildPayee()
    const draft = await approve((await prepareDraft()).id)
    await settle(lineOf(draft, payee)?.id, { state: 'paid', reference: 'ACH 2' }).expect(200)
    await decide(referred, 'rejected')
    expect(await balance(payee)).toMatchObject({ payableCents: -50_000, paidCents: 50_000 })
    await decide(await buildReferred(app, payee), 'approved')
    clock.now += monthMs
    expect(await prepare()).toBe(null)
    await decide(await buildReferred(app, payee), 'approved')
    clock.now += monthMs
    expect(lineOf(await prepareDraft(), payee)?.cents).toBe(50_000)
  })

  it('of two runs with the same person pays them once', async () => {
    const { payee } = await buildPayee()
    const first = await prepareDraft()
    clock.now += monthMs
    const second = await prepareDraft()
    expect([first, second].map((run) => lineOf(run, payee)?.state)).toEqual(['ready', 'ready'])
    const [one, other] = await Promise.all([approve(first.id), approve(second.id)])
    const states = [one, other].map((run) => lineOf(run, payee)?.state)
    expect(new Set(states)).toEqual(new Set(['held', 'paying']))
    expect(await balance(payee)).toMatchObject({ payableCents: 0, payingCents: 50_000 })
    const paying = [one, other].map((run) => lineOf(run, payee)).find((l) => l?.state === 'paying')
    await settle(paying?.id, { state: 'paid', reference: 'ACH 3' }).expect(200)
  })

  it('says whose year has to be reported', async () => {
    const { payee } = await buildPayee()
    await adjust(payee, 149_999)
    expect(lineOf(await prepareDraft(), payee)?.mustBeReported).toBe(false)
    await adjust(payee, 1)
    const draft = await prepareDraft()
    expect(lineOf(draft, payee)?.mustBeReported).toBe(true)
    const line = lineOf(await approve(draft.id), payee)
    const { body } = await settle(line?.id, { state: 'paid', reference: 'ACH 4' }).expect(200)
    expect(body).toMatchObject({ yearCents: 200_000, mustBeReported: true })
  })

  it('counts what was paid by the year in New York, and a line by its own', async () => {
    const { payee } = await buildPayee()
    const first = await approve((await prepareDraft()).id)
    const early = lineOf(first, payee)
    await settle(early?.id, { state: 'paid', reference: 'ACH 5' }).expect(200)
    await settledAt(early?.id, '2025-01-01T05:00:00Z')
    await adjust(payee, 200_000)
    clock.now += monthMs
    const second = await approve((await prepareDraft()).id)
    const late = lineOf(second, payee)
    await settle(late?.id, { state: 'paid', reference: 'ACH 6' }).expect(200)
    await settledAt(late?.id, '2026-01-01T04:59:59Z')
    for (const { id } of [first, second]) {
      const year = { yearCents: 250_000, mustBeReported: true }
      expect(lineOf(await read(id), payee)).toMatchObject(year)
    }
    await settledAt(late?.id, '2026-01-01T05:00:00Z')
    const year = { yearCents: 50_000, mustBeReported: false }
    expect(lineOf(await read(first.id), payee)).toMatchObject(year)
  })

  it('holds what cannot be opened, pays the others, and its owner can replace it', async () => {
    const [{ payee }, { payee: unreadable }] = [await buildPayee(), await buildPayee()]
    const draft = await prepareDraft()
    await app.pool.query(
      "update payment_settings set sealed_details = 'v1.moved.away' where user_id = $1",
      [unreadable.id],
    )
    const approved = await approve(draft.id)
    expect(lineOf(approved, unreadable)).toMatchObject({
      state: 'held',
      reason: 'settings-unreadable',
    })
    expect(await balance(unreadable)).toMatchObject({ payableCents: 50_000, payingCents: 0 })
    await settle(lineOf(approved, payee)?.id, { state: 'paid', reference: 'ACH 7' }).expect(200)
    const owner = await logIn(app, unreadable)
    const settings = { ...accountOf(unreadable), currentPassword: unreadable.password }
    await owner.put('/api/payment-settings').send(settings).expect(200)
  })
})
