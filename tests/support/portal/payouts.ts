import { afterEach, beforeEach, expect } from 'vitest'
import type { PaymentDetails } from '@shared/payment-settings'
import {
  payoutRunDetails,
  type PayoutApproval,
  type PayoutLine,
  type PayoutRunDetails,
} from '@shared/payouts'
import { paymentSettings } from '@server/db/schema/payouts'
import { fingerprintOf, sealPaymentDetails } from '@server/features/payouts/payment-details'
import { preparePayoutRun } from '@server/features/payouts/prepare-run'
import { createCtx } from '@server/ctx'
import { summarizeBalance } from '@server/features/rewards/queries'
import type { TestApp } from './app'
import type { Agent } from './agents'
import { buildUser, type BuiltUser } from './factories'
import { buildReferred } from './referrals'
import { findLedgerProblems } from './rewards'
import { adjustBalance } from '@server/features/rewards/adjust-rewards'

/** An account that exists in examples only. Its number is looked for where it must not be. */
export const accountMarker = '918273645'

export const accountOf = ({ id }: { id: number }) =>
  ({
    method: 'ach',
    routingNumber: '021000021',
    accountNumber: `${id}${accountMarker}`,
    accountType: 'checking',
  }) as const

/** Says how someone is paid; so long ago that payouts don't rest any more, unless it says otherwise. */
export async function buildPaymentSettings(
  app: TestApp,
  { id: userId }: { id: number },
  {
    details = accountOf({ id: userId }),
    changedAt = new Date('2026-01-01T00:00:00Z'),
  }: { details?: PaymentDetails; changedAt?: Date } = {},
): Promise<void> {
  const values = {
    userId,
    ...sealPaymentDetails(app.sealer, userId, details),
    fingerprint: await fingerprintOf(app.db, app.sealer, details),
    changedAt,
  }
  await app.db
    .insert(paymentSettings)
    .values(values)
    .onConflictDoUpdate({ target: paymentSettings.userId, set: values })
}

export const runsPath = '/api/admin/payout-runs'
export const monthMs = 31 * 24 * 3_600_000

/**
 * What pays people, for an app and its administrator. Each test has a month of its own, begins with no one
 * owed anything, and leaves a sound ledger.
 */
export function setUpPayouts(app: TestApp, admin: Agent, boss: BuiltUser) {
  const by = { ...boss, ip: null }
  const clock = { now: Date.now() }
  beforeEach(() => {
    clock.now += monthMs
  })
  afterEach(async () => {
    expect(await findLedgerProblems(app)).toEqual([])
    const { rows } = await app.pool.query<{ payeeId: number; cents: number }>(
      `select payee_id as "payeeId", sum(cents)::float8 as cents from ledger_entries
       where account = 'payable' group by payee_id having sum(cents) <> 0`,
    )
    for (const { payeeId, cents } of rows) await adjust({ id: payeeId }, cents)
  })

  const adjust = ({ id: payeeId }: { id: number }, cents: number) =>
    adjustBalance(createCtx(app, by), { payeeId, cents, reason: 'Agreed', mayOweBack: true })
  const decide = ({ id }: { id: number }, status: string) =>
    admin.patch(`/api/admin/users/${id}/status`).send({ status }).expect(200)
  /** Null without anyone to pay. */
  const prepare = () => preparePayoutRun(createCtx(app, by), { now: new Date(clock.now) })

  async function read(id: number): Promise<PayoutRunDetails> {
    const { body } = await admin.get(`${runsPath}/${id}`).expect(200)
    expect(payoutRunDetails.strict().parse(body)).toEqual(body)
    return body
  }

  /** Someone with a reward and a complete profile, paid by ACH. */
  async function buildPayee(overrides: Parameters<typeof buildUser>[1] = {}) {
    const complete = { status: 'approved', termsAcceptedAt: new Date() } as const
    const payee = await buildUser(app, { ...complete, ...overrides })
    await buildPaymentSettings(app, payee)
    const referred = await buildReferred(app, payee)
    await decide(referred, 'approved')
    return { payee, referred }
  }

  return {
    clock,
    adjust,
    decide,
    prepare,
    read,
    prepareDraft: async () => read((await prepare())?.id ?? 0),
    approve: async (id: number): Promise<PayoutRunDetails> =>
      (
        await admin
          .post(`${runsPath}/${id}/approve`)
          .send(readyTotal(await read(id)))
          .expect(200)
      ).body,
    settle: (id: number | undefined, settlement: object) =>
      admin.patch(`/api/admin/payouts/${id}`).send(settlement),
    balance: ({ id }: { id: number }) => summarizeBalance(app.db, id),
    buildPayee,
  }
}

/** What the approver of a run agrees to. */
export function readyTotal({ totals }: PayoutRunDetails): PayoutApproval {
  const { count = 0, cents = 0 } = totals.find(({ state }) => state === 'ready') ?? {}
  return { count, cents }
}

export const lineOf = (
  { lines }: PayoutRunDetails,
  { id }: { id: number },
): PayoutLine | undefined => lines.find(({ payeeId }) => payeeId === id)
