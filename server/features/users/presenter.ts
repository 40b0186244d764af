import type { Duplicate } from '@shared/duplicates'
import type { ListedUser } from '@shared/users'
import type { DuplicateRow } from './duplicate-queries'
import { findMarks } from '../scores/find-marks'
import type { UserRow } from './queries'

export function presentUser(row: UserRow): ListedUser {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phoneNumber: row.phoneNumber,
    status: row.status,
    statusReason: row.statusReason,
    contactConsent: row.contactConsent,
    isAdmin: row.isAdmin,
    isReferrer: row.kind === 'referrer' || undefined,
    createdAt: row.createdAt.toISOString(),
    hasSecondFactor: row.hasSecondFactor || undefined,
    creditScore: row.creditScore ? presentScore(row.creditScore, row) : undefined,
    closesAt: row.closesAt?.toISOString(),
    newEmail: row.newEmail ?? undefined,
    askedAt: row.askedAt?.toISOString(),
    waitedOnThem: row.waitedOnThem || undefined,
  }
}

export function presentDuplicate(row: DuplicateRow): Duplicate {
  const { dismissal, dismisser } = row
  return {
    id: row.id,
    name: `${row.firstName} ${row.lastName}`,
    email: row.email,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    signs: row.signs,
    dismissed: dismissal && {
      reason: dismissal.reason,
      at: dismissal.at.toISOString(),
      by: dismisser && `${dismisser.firstName} ${dismisser.lastName}`,
    },
  }
}

function presentScore(found: NonNullable<UserRow['creditScore']>, person: UserRow) {
  const uploadedAt = found.uploadedAt === null ? null : new Date(found.uploadedAt)
  return { score: found.score, marks: findMarks({ ...found, uploadedAt }, person) }
}
