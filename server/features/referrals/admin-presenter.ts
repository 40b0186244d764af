import type { ListedReferrer, ReferredPerson } from '@shared/referred-people'
import type { ReferredPersonRow } from './referred-people-queries'
import type { ReferrerRow } from './referrer-queries'

export function presentReferredPerson(row: ReferredPersonRow): ReferredPerson {
  const { referred, referrer } = row
  return {
    id: row.id,
    referred: referred && {
      id: referred.id,
      name: `${referred.firstName} ${referred.lastName}`,
      email: referred.email,
      status: referred.status,
    },
    referrer: referrer && {
      id: referrer.id,
      name: `${referrer.firstName} ${referrer.lastName}`,
      email: referrer.email,
    },
    source: row.source,
    code: row.code,
    signedUpAt: row.signedUpAt.toISOString(),
    holds: row.holds.map(({ id, reason, at, outcome, note }) => ({
      id,
      reason,
      at: new Date(at).toISOString(),
      outcome,
      note,
    })),
    rewardCents: Number(row.rewardCents),
  }
}

export function presentReferrer(row: ReferrerRow): ListedReferrer {
  return {
    id: row.id,
    name: `${row.firstName} ${row.lastName}`,
    email: row.email,
    status: row.status,
    signedUp: row.signedUp,
    approved: row.approved,
    earnedCents: Number(row.rewardsCents),
    // The ledger has what is owed, and what was paid, as negative amounts.
    payableCents: 0 - Number(row.payableCents),
    paidCents: 0 - Number(row.paidCents),
    lastSignUpAt: row.lastSignUpAt?.toISOString() ?? null,
  }
}
