import { paymentMethodNames } from '@shared/payment-methods'
import { paymentMethod } from '@shared/payment-settings'
import type { OwnReferral, ReferralStanding, Statement } from '@shared/referral-desk'
import type { StatementLine, StatementMonth } from '../../rewards/queries'
import { shortName, type OwnReferralRow } from './queries'

export function presentOwnReferral(row: OwnReferralRow): OwnReferral {
  const { id, signedUpAt, firstName, initial, openHold, voidedFor, earnedCents } = row
  return {
    id,
    name: firstName === null || initial === null ? null : shortName({ firstName, initial }),
    signedUpAt: signedUpAt.toISOString(),
    standing: standingOf(row),
    holdReason: openHold ?? voidedFor,
    earnedCents,
  }
}

function standingOf({ kind, status, openHold, voidedFor }: OwnReferralRow): ReferralStanding {
  if (status === null) return 'account-closed'
  if (status === 'rejected') return 'not-approved'
  if (voidedFor !== null) return 'voided'
  if (openHold !== null) return 'on-hold'
  if (kind === 'referrer') return 'signed-up'
  return status === 'approved' ? 'approved' : 'in-review'
}

export const presentStatement = (
  month: StatementMonth,
  lines: readonly StatementLine[],
  names: ReadonlyMap<number, string>,
): Statement => ({
  ...month,
  lines: lines.map(({ at, kind, cents, referredPersonId, reason, payout }) => ({
    at: at.toISOString(),
    kind,
    cents,
    name: referredPersonId === null ? null : (names.get(referredPersonId) ?? null),
    note: payout ? describePayout(payout) : reason,
  })),
})

function describePayout(payout: NonNullable<StatementLine['payout']>): string | null {
  const { method, lastFour, reference } = payout
  const known = paymentMethod.safeParse(method)
  const said = [
    known.success && `by ${paymentMethodNames[known.data]}`,
    lastFour && `ending in ${lastFour}`,
    reference && `reference ${reference}`,
  ]
  return said.filter(Boolean).join(', ') || null
}
