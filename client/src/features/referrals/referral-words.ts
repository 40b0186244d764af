import type { ReferralDesk, ReferralStanding } from '@shared/referral-desk'
import type { HoldReason } from '@shared/rewards'
import { formatCents } from '@shared/money'
import type { BadgeTone } from '@/ui/badge'

type Policy = ReferralDesk['policy']

/** The reward of an approved referral, in words. */
export function describePolicy(policy: Policy): string {
  if (policy.kind === 'flat') {
    return `You earn ${formatCents(policy.flatCents)} for each person you refer who is approved, with no cap on referrals.`
  }
  const { bronzeCents, silverCents, goldCents, silverFrom, goldFrom, tierRule } = policy
  const bronze = `Bronze ${formatCents(bronzeCents)} from the first approved referral of a month`
  const silver = `Silver ${formatCents(silverCents)} from the ${ordinal(silverFrom)}`
  const gold = `Gold ${formatCents(goldCents)} from the ${ordinal(goldFrom)}`
  const rule =
    tierRule === 'each'
      ? 'Each referral earns the rate of the tier it falls in.'
      : 'All referrals in a month earn the rate of the highest tier you reach.'
  return `${bronze}, ${silver}, ${gold}. ${rule} Tiers start over each month.`
}

const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })

const ordinal = (count: number): string => `${count}${endings[ordinals.select(count)]}`

export const standings: Record<ReferralStanding, { word: string; tone: BadgeTone }> = {
  'signed-up': { word: 'Signed up', tone: 'neutral' },
  'in-review': { word: 'In review', tone: 'warning' },
  approved: { word: 'Approved', tone: 'success' },
  'not-approved': { word: 'Not approved', tone: 'danger' },
  'on-hold': { word: 'On hold', tone: 'warning' },
  voided: { word: 'No reward', tone: 'danger' },
  'account-closed': { word: 'Account closed', tone: 'neutral' },
}

/** Why a reward waits for us, or was refused. */
export const holdReasonWords: Record<HoldReason, string> = {
  'same-email': 'Your accounts use the same email.',
  'same-phone': 'Your accounts have the same phone number.',
  'same-document': 'The same document was sent from another account.',
  'same-payment-details': 'You would both be paid to the same account.',
  'same-network': 'You both signed up from the same network.',
  'same-payee': 'Someone else who refers people is paid to the same account.',
  'earlier-account': 'This person seems to have had an account before.',
  burst: 'Many people signed up from the same network within a day.',
}

/** A message to send along with the link. It says that the sender may earn from it. */
export const invitation = (programName: string, url: string): string =>
  `Do you have strong personal credit? The ${programName} matches people like you with vetted entrepreneurs. Take a look: ${url} (I may earn a reward if you’re approved.)`
