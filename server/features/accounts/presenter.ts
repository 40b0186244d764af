import type { CurrentUser, MissingStep } from '@shared/accounts'
import type { OwnQuestion } from '@shared/questions'
import { rejectionReason } from '../../db/review'
import type { AskedJson } from '../questions/queries'
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

/** The database writes the times of JSON with an offset of its own. */
const toIso = (time: string) => new Date(time).toISOString()

const presentOwnQuestion = (asked: AskedJson): OwnQuestion => ({
  ...asked,
  askedAt: toIso(asked.askedAt),
})

const presentPauses = (pauses: readonly { from: string; to: string }[]) =>
  pauses.map(({ from, to }) => ({ from: toIso(from), to: toIso(to) }))
