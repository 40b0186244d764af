import { and, eq, type SQL } from 'drizzle-orm'
import type { Transaction } from '../../db/client'
import { users } from '../../db/schema/users'
import { endSessions } from '../../db/user-sessions'
import { portalItself } from '../audit/record-event'
import { deleteFilesOfUser } from '../files/delete-files-of-user'
import type { MailDeps } from '../mail/find-sender'
import { defangName } from '../mail/plain-text'
import { forgetNotices } from '../mail/forget-notices'
import { endOpenMatch } from '../matches/end-lost-matches'
import { listMessageIdsOfUser } from '../messages/queries'
import { keepFingerprints } from '../rewards/fingerprints'
import { lockResetLink } from '../accounts/queries'

/**
 * Removes everything of a person; false when there is none, or not on this condition. Their row is locked
 * first and whole: a request that uploads, replaces, restores or decides about a document of theirs has
 * finished by then, or finds no one. An open introduction ends. Documents go with every version and copy, their bytes after the commit
 * by a job. What references the account goes with it. The audit trail stays; it holds ids, no names. So do
 * fingerprints of someone for whom a reward was earned.
 */
export async function eraseAccount(
  tx: Transaction,
  { mail, userId, condition }: { mail: MailDeps; userId: number; condition?: SQL },
): Promise<boolean> {
  await lockResetLink(tx, userId)
  const [person] = await tx
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.id, userId), condition))
    .for('update')
  if (!person) return false
  // First, so that the entrepreneur whom they were to meet is told.
  const ending = { because: 'partner-gone', by: { as: 'portal', source: portalItself } } as const
  await endOpenMatch(tx, mail, { of: { partnerId: userId }, ...ending })
  const fileIds = await deleteFilesOfUser(tx, userId)
  const messageIds = await listMessageIdsOfUser(tx, userId)
  const paths = [
    `/admin/users?open=${userId}`,
    ...fileIds.map((id) => `/admin/reports?open=${id}`),
    ...messageIds.map((id) => `/admin/messages?open=${id}`),
  ]
  const called = [person.email, defangName(`${person.firstName} ${person.lastName}`)]
  await forgetNotices(tx, { paths, called })
  await keepFingerprints(tx, mail.sealer, userId)
  await tx.delete(users).where(eq(users.id, userId))
  await endSessions(tx, userId)
  return true
}
