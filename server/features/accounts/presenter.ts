import type { CurrentUser, MissingStep } from '@shared/accounts'
import { rejectionReason } from '../../db/review'
import { presentOwnQuestion, presentPauses } from '../questions/presenter'
import type { AccountRow } from './queries'

export function presentCurrentUser(row: AccountRow, missingStep: MissingStep | null): CurrentUser {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phoneNumber: row.phoneNumber,
    status: row.status,
    statusReason: rejectionReason(row),
    statusAt: row.statusAt?.toISOString() ?? null,
    isAdmin: row.isAdmin,
    ...(row.kind === 'referrer' && { isReferrer: true }),
    createdAt: row.createdAt.toISOString(),
    ...(missingStep && { missingStep }),
    ...(row.question && { question: presentOwnQuestion(row.question) }),
    ...(row.pauses && { pauses: presentPauses(row.pauses) }),
    ...(row.closesAt && { closesAt: row.closesAt.toISOString() }),
  }
}
