import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { DuplicateSign } from '@shared/duplicates'
import type { Queryable } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'
import { duplicateDismissals, isPartner, minPhoneDigits, users } from '../../db/schema/users'
import { networkOf } from '../../http/client-address'

/** For each sign. A phone number that more people have is an office's. */
const mostOfEach = 10

/** Accounts that may be this person's as well, each with a sign: of each sign, what its index finds. */
export function findSigns(userId: SQL): SQL {
  const own = (value: SQLWrapper) =>
    sql`(select ${value} from ${users} where ${users.id} = ${userId})`
  const isSame = (value: SQLWrapper) => sql`${value} = ${own(value)}`
  // Sorted by an expression, so that Postgres does not walk all people for the order's sake.
  const others = (sign: DuplicateSign, condition: SQL) => sql`(
    select ${users.id}, ${sign}::text as sign from ${users}
    where ${isPartner} and ${users.id} <> ${userId} and ${condition}
    order by ${users.id} + 0 desc limit ${mostOfEach})`
  const sameDay = sql`${users.createdAt} > ${own(users.createdAt)} - interval '1 day'
    and ${users.createdAt} < ${own(users.createdAt)} + interval '1 day'`
  const sameNetwork = isSame(networkOf(sql`${users.termsAcceptedFrom}`))
  const isLong = sql`length(${users.phoneDigits}) >= ${minPhoneDigits}`
  return sql.join(
    [
      others('phone', sql`${isSame(users.phoneDigits)} and ${isLong}`),
      others('email', isSame(users.mailbox)),
      others('name', sql`${isSame(users.foldedName)} and ${sameDay} and ${sameNetwork}`),
      sql`(select distinct ${files.userId} as id, 'document' as sign from ${fileVersions}
        join ${files} on ${files.id} = ${fileVersions.fileId}
        where ${fileVersions.sha256} in (
          select own_version.sha256 from file_versions own_version
          join files own_file on own_file.id = own_version.file_id where own_file.user_id = ${userId}
        ) and ${files.userId} <> ${userId} limit ${mostOfEach})`,
    ],
    sql` union all `,
  )
}

/** Accounts that each of these people may have too, but for those that share a document alone, and dismissed ones. */
export async function findOtherAccounts(
  db: Queryable,
  userIds: readonly number[],
): Promise<{ id: number; name: string }[]> {
  const { rows } = await db.execute<{ id: number; name: string }>(sql`
    select wanted.id, other.first_name || ' ' || other.last_name as name
    from unnest(${sql.param(userIds)}::int[]) wanted(id)
    cross join lateral (select distinct found.id
      from (${findSigns(sql`wanted.id`)}) found where found.sign <> 'document') found
    join users other on other.id = found.id
    where not exists (select from ${duplicateDismissals} dismissed
      where dismissed.user_id = least(found.id, wanted.id)
        and dismissed.other_id = greatest(found.id, wanted.id))
    order by wanted.id, other.id desc`)
  return rows
}
