import type { CurrentUser, MissingStep } from '@shared/accounts'
import type { AccountRow } from './queries'

export function presentCurrentUser(row: AccountRow, missingStep: MissingStep | null): CurrentUser {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phoneNumber: row.phoneNumber,
    status: row.status,
    isAdmin: row.isAdmin,
    createdAt: row.createdAt.toISOString(),
    ...(missingStep && { missingStep }),
  }
}
