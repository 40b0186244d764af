import type { ListedUser } from '@shared/users'
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
    createdAt: row.createdAt.toISOString(),
    ...(row.hasSecondFactor && { hasSecondFactor: true }),
    ...(row.closesAt && { closesAt: row.closesAt.toISOString() }),
  }
}
