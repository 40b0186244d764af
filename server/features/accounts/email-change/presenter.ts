import type { EmailChangeState } from '@shared/email-changes'
import type { EmailChangeRow } from './queries'

/** The same whether or not someone else has the address. */
export const presentEmailChange = (row: EmailChangeRow | null): EmailChangeState => ({
  waiting: row && {
    newEmail: row.newEmail,
    way: row.way,
    askedAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  },
})
