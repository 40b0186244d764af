import type { MailChoiceKind } from '@shared/mail-choices'
import { formatCents } from '@shared/money'
import { paymentMethodNames, type PaymentMethod } from '@shared/payment-methods'
import type { Transaction } from '../../db/client'
import { shortName } from '../../short-name'
import { defangName } from './plain-text'
import { isMailConfigured, type MailDeps } from './find-sender'
import { isDeclined, listWilling } from './mail-choice-queries'
import { findPerson, findReferral, findRewardCents } from './queries'
import { holdSeconds } from './queue-decision-mail'
import { queueMail, queueMails, type NewMail } from './queue-mail'
import { commonValues, fillTemplate, getTemplate } from './templates'

type News = MailChoiceKind | 'payout-returned' | 'payment-details'

/** Tells whoever referred someone that they signed up. Nothing while no sender is configured, or no one did. */
export async function queueReferralSignedUpMail(
  tx: Transaction,
  deps: MailDeps,
  { referredId }: { referredId: number },
): Promise<void> {
  const referral = await findReferral(tx, referredId)
  if (!referral) return
  await queueNews(tx, deps, {
    kind: 'referral-signed-up',
    userId: referral.referrerId,
    about: { aboutUserId: referredId },
    news: { referralName: defangName(shortName(referral)) },
  })
}

/**
 * Tells whoever referred someone that they were approved, and what came of it: to be called once the reward is
 * settled. It waits in case the decision is taken back.
 */
export async function queueReferralApprovedMail(
  tx: Transaction,
  deps: MailDeps,
  { referredId, decisionId }: { referredId: number; decisionId: number },
): Promise<void> {
  const referral = await findReferral(tx, referredId)
  if (!referral) return
  const cents = await findRewardCents(tx, referral.id)
  const rewardNews =
    cents > 0
      ? `We added ${formatCents(cents)} to your balance.`
      : 'Your reward is on hold while we look at this referral. Your dashboard shows the reason.'
  await queueNews(tx, deps, {
    kind: 'referral-approved',
    userId: referral.referrerId,
    about: { aboutUserId: referredId, decisionId, holdSeconds },
    news: { referralName: defangName(shortName(referral)), rewardNews },
  })
}

/** Tells a payee that money was sent to them, how, and by which reference. */
export async function queuePayoutMail(
  tx: Transaction,
  deps: MailDeps,
  payout: { payeeId: number; cents: number; method: PaymentMethod; reference: string },
): Promise<void> {
  await queueNews(tx, deps, { kind: 'payout', userId: payout.payeeId, news: payoutNews(payout) })
}

/** The same for everyone who was paid by one reference. */
export async function queuePayoutMails(
  tx: Transaction,
  deps: MailDeps,
  paid: {
    payouts: readonly { payeeId: number; cents: number }[]
    method: PaymentMethod
    reference: string
  },
): Promise<void> {
  const { payouts, ...how } = paid
  const centsOf = new Map(payouts.map(({ payeeId, cents }) => [payeeId, cents]))
  if (!(await isMailConfigured(tx, deps.env))) return
  const people = await listWilling(tx, 'payout', [...centsOf.keys()])
  const template = await getTemplate(tx, 'payout')
  await queueMails(
    tx,
    deps,
    people.map((person) => {
      const news = payoutNews({ ...how, cents: centsOf.get(person.id) ?? 0 })
      return newsMail(deps, { kind: 'payout', userId: person.id, person, template, news })
    }),
  )
}

const payoutNews = (payout: { cents: number; method: PaymentMethod; reference: string }) => ({
  payoutAmount: formatCents(payout.cents),
  payoutMethod: paymentMethodNames[payout.method],
  payoutReference: defangName(payout.reference),
})

/** Tells a payee that money which they were told of did not arrive. */
export async function queuePayoutReturnedMail(
  tx: Transaction,
  deps: MailDeps,
  { payeeId, cents, method }: { payeeId: number; cents: number; method: PaymentMethod },
): Promise<void> {
  await queueNews(tx, deps, {
    kind: 'payout-returned',
    userId: payeeId,
    news: { payoutAmount: formatCents(cents), payoutMethod: paymentMethodNames[method] },
  })
}

/** Tells the owner of an account that where their money goes was changed, in case it was not them. */
export async function queuePaymentDetailsMail(
  tx: Transaction,
  deps: MailDeps,
  { userId, method }: { userId: number; method: PaymentMethod },
): Promise<void> {
  const news = { payoutMethod: paymentMethodNames[method] }
  await queueNews(tx, deps, { kind: 'payment-details', userId, news })
}

/** By the template for it, unless no sender is configured, the person is gone, or does without such mails. */
async function queueNews(
  tx: Transaction,
  deps: MailDeps,
  mail: {
    kind: News
    userId: number
    about?: Pick<NewMail, 'aboutUserId' | 'decisionId' | 'holdSeconds'>
    news: Record<string, string>
  },
): Promise<void> {
  const { kind, userId, about, news } = mail
  if (!(await isMailConfigured(tx, deps.env)) || (await isDeclined(tx, mail))) return
  const person = await findPerson(tx, userId)
  if (!person) return
  const template = await getTemplate(tx, kind)
  await queueMail(tx, deps, {
    ...newsMail(deps, { kind, userId, person, template, news }),
    ...about,
  })
}

function newsMail(
  { env }: MailDeps,
  mail: {
    kind: News
    userId: number
    person: Parameters<typeof fillTemplate>[1]
    template: Parameters<typeof fillTemplate>[0]
    news: Record<string, string>
  },
) {
  const { kind, userId, person, template, news } = mail
  return {
    ...fillTemplate(template, person, env, news),
    kind,
    recipient: person.email,
    userId,
    button: { label: 'Open Your Dashboard', address: commonValues(env).dashboardLink },
  }
}
