import type { Page } from 'playwright-core'
import {
  funnelMonths,
  type ListedStatement,
  type OwnReferral,
  type ReferralDesk,
} from '@shared/referral-desk'
import type { FunnelStep } from '@shared/referred-people'
import type { PaymentSettingsState } from '@shared/payment-settings'
import type { ProfileCompletion } from '@shared/profile-completion'
import { promisedTiers } from '@tests/support/samples/promised-tiers'

/** A function finds its answer by what else the address says. */
export type Answers = Record<string, object | ((query: URLSearchParams) => object)>

const at = (day: string) => `${day}T15:20:00.000Z`

/** The months until November 2026, oldest first. */
const monthsOfYear = Array.from({ length: funnelMonths }, (_, index) =>
  new Date(Date.UTC(2025, 11 + index)).toISOString().slice(0, 7),
)
const clicks = [0, 3, 14, 22, 9, 31, 48, 40, 77, 1_204, 96, 58]
const signedUp = [0, 0, 1, 2, 0, 3, 5, 4, 6, 12, 7, 4]
const approved = [0, 0, 0, 1, 1, 2, 3, 4, 3, 9, 8, 2]

const desk = {
  link: { code: 'K7WMPQ4X', url: 'https://credit-partner-portal.example/r/K7WMPQ4X' },
  canEarn: true,
  months: monthsOfYear.map((month, index) => ({
    month,
    clicks: clicks[index] ?? 0,
    signedUp: signedUp[index] ?? 0,
    approved: approved[index] ?? 0,
    earnedCents: (approved[index] ?? 0) * 50_000,
  })),
  rewards: {
    earnedCents: 1_650_000,
    payableCents: 100_000,
    payingCents: 400_000,
    paidCents: 1_150_000,
    heldCents: 50_000,
  },
  next: { cents: 100_000, day: '2026-12-15', waitsFor: null, minimumCents: 2_500 },
  policy: { ...promisedTiers, kind: 'flat' },
  rewardedThisMonth: 2,
} satisfies ReferralDesk

const referral = (id: number, rest: Partial<OwnReferral>): OwnReferral => ({
  id,
  name: 'Rosa D.',
  signedUpAt: at('2026-11-20'),
  standing: 'in-review',
  holdReason: null,
  earnedCents: 0,
  ...rest,
})

const referrals = [
  referral(8, { name: 'Noor H.', standing: 'signed-up' }),
  referral(7, { name: 'Maximilian-Alexander v.', standing: 'in-review' }),
  referral(6, { name: 'Priya R.', standing: 'on-hold', holdReason: 'same-phone' }),
  referral(5, { name: 'Tomás H.', standing: 'approved', earnedCents: 50_000 }),
  referral(4, { name: 'Yusuf D.', standing: 'not-approved', signedUpAt: at('2026-10-02') }),
  referral(3, { name: 'Linh T.', standing: 'voided', holdReason: 'same-payment-details' }),
  referral(2, { name: null, standing: 'account-closed', earnedCents: 50_000 }),
  referral(1, { name: 'Ines O.', standing: 'on-hold', holdReason: 'burst' }),
]

const statements: ListedStatement[] = [
  { month: '2026-11', openingCents: 400_000, earnedCents: 100_000, paidOutCents: 400_000 },
  { month: '2026-10', openingCents: 450_000, earnedCents: 400_000, paidOutCents: 450_000 },
  { month: '2026-09', openingCents: 0, earnedCents: 450_000, paidOutCents: 0 },
].map((month) => ({
  ...month,
  closingCents: month.openingCents + month.earnedCents - month.paidOutCents,
}))

const stored: PaymentSettingsState = {
  settings: {
    method: 'ach',
    lastFour: '1234',
    changedAt: at('2026-11-20'),
    restsUntil: at('2026-11-23'),
  },
}

const complete: ProfileCompletion = {
  percent: 100,
  steps: [
    { step: 'contact-details', isDone: true },
    { step: 'email', isDone: true },
    { step: 'terms', isDone: true },
    { step: 'proof-of-credit', isDone: true },
    { step: 'payment-method', isDone: true },
  ],
}

const begun: ProfileCompletion = {
  percent: 20,
  steps: complete.steps.map(({ step }) => ({ step, isDone: step === 'contact-details' })),
}

const deskPath = '/api/referral-desk'

/** A partner whose referrals have every status, paid for a year. */
export const busyDesk: Answers = {
  [deskPath]: desk,
  [`${deskPath}/referrals`]: referrals,
  [`${deskPath}/statements`]: statements,
  '/api/payment-settings': stored,
  '/api/profile-completion': complete,
}

/** The same while tiers are the policy, with nothing done yet to be paid. */
export const tierDesk: Answers = {
  ...busyDesk,
  [deskPath]: {
    ...desk,
    policy: promisedTiers,
    rewardedThisMonth: 4,
    next: { ...desk.next, waitsFor: 'profile' },
  } satisfies ReferralDesk,
  '/api/payment-settings': { settings: null } satisfies PaymentSettingsState,
  '/api/profile-completion': begun,
}

/** Someone who was turned down after a payout, and owes a part of it back. */
export const owingDesk: Answers = {
  ...busyDesk,
  [deskPath]: {
    ...desk,
    canEarn: false,
    rewards: { ...desk.rewards, payableCents: -50_000, payingCents: 0, heldCents: 0 },
    next: null,
  } satisfies ReferralDesk,
}

/** The administrator's. */
export const funnel: Answers = {
  '/api/admin/referral-funnel': desk.months.map(({ month, ...counts }): FunnelStep => ({
    day: `${month}-01`,
    ...counts,
  })),
}

/** Of someone who has done all that a partner can do. */
export const nothingToDo: Answers = {
  '/api/profile-completion': { percent: 100, steps: [] } satisfies ProfileCompletion,
  '/api/payment-settings': {
    settings: { method: 'zelle', lastFour: '2030', changedAt: at('2026-11-21'), restsUntil: null },
  } satisfies PaymentSettingsState,
}

/** Answers calls in the server’s place. */
export async function answerAll(page: Page, answers: Answers): Promise<void> {
  for (const [path, found] of Object.entries(answers)) {
    await page.route(
      ({ pathname }) => pathname === path,
      (route) => {
        const { searchParams } = new URL(route.request().url())
        return route.fulfill({ json: typeof found === 'function' ? found(searchParams) : found })
      },
    )
  }
}
