import { and, desc, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DuplicateDismissal, DuplicateSign } from '@shared/duplicates'
import type { Ctx } from '../../ctx'
import type { Queryable } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'
import {
  isPartner,
  minPhoneDigits,
  users,
  duplicateDismissals,
  personColumns,
} from '../../db/schema/users'
import { badRequest, orNotFound } from '../../errors'
import { networkOf } from '../../http/client-address'
import { recordEvent } from '../audit/record-event'

/** For each sign. A phone number that more people have is an office's. */
const mostOfEach = 10

const dismisser = alias(users, 'dismisser')

/**
 * Accounts that may be the same person's, those with most signs first: of each sign, what its index
 * finds. Nothing is stored, so it is always about what the accounts hold now.
 */
export async function listDuplicates(db: Queryable, userId: number) {
  const found = db
    .select({
      id: sql<number>`id`.as('found_id'),
      signs: sql<DuplicateSign[]>`array_agg(distinct sign)`.as('signs'),
    })
    .from(sql`(${findSigns(sql`${userId}::int`)}) signs`)
    .groupBy(sql`id`)
    .as('found')
  const rows = await db
    .select({
      ...personColumns,
      status: users.status,
      createdAt: users.createdAt,
      signs: found.signs,
      dismissal: { reason: duplicateDismissals.reason, at: duplicateDismissals.createdAt },
      dismisser: { firstName: dismisser.firstName, lastName: dismisser.lastName },
    })
    .from(found)
    .innerJoin(users, eq(users.id, found.id))
    .leftJoin(
      duplicateDismissals,
      and(
        sql`${duplicateDismissals.userId} = least(${found.id}, ${userId}::int)`,
        sql`${duplicateDismissals.otherId} = greatest(${found.id}, ${userId}::int)`,
      ),
    )
    .leftJoin(dismisser, eq(dismisser.id, duplicateDismissals.dismissedBy))
    .orderBy(sql`cardinality(${found.signs}) desc`, desc(users.id))
  return rows.map(({ dismissal, dismisser: by, ...row }) => ({
    ...row,
    name: `${row.firstName} ${row.lastName}`,
    dismissed: dismissal && { ...dismissal, by: by && `${by.firstName} ${by.lastName}` },
  }))
}

function findSigns(userId: SQL): SQL {
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

/** Those of these people who may be the same person as someone else, unless that was dismissed. */
export async function findMarkedDuplicates(
  db: Queryable,
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select marked.id from unnest(${sql.param(userIds)}::int[]) marked(id)
    where exists (
      select from (${findSigns(sql`marked.id`)}) found where not exists (
        select from ${duplicateDismissals} dismissed
        where dismissed.user_id = least(found.id, marked.id)
          and dismissed.other_id = greatest(found.id, marked.id)))`)
  return rows.map(({ id }) => id)
}

/**
 * Keeps that two accounts are two people, with the reason; of two concurrent calls the first one's
 * stays. Throws 404 when there is no such person, 400 for one and the same.
 */
export async function dismissDuplicate(
  ctx: Ctx,
  userId: number,
  { otherId, reason }: DuplicateDismissal,
): Promise<void> {
  if (otherId === userId) throw badRequest('These are one account.')
  await ctx.tx(async (inTx) => {
    const { db: tx, by } = inTx
    const pair = [Math.min(userId, otherId), Math.max(userId, otherId)] as const
    for (const id of pair) await requirePartner(tx, id)
    const added = await tx
      .insert(duplicateDismissals)
      .values({ userId: pair[0], otherId: pair[1], reason, dismissedBy: by.id })
      .onConflictDoNothing()
      .returning({ userId: duplicateDismissals.userId })
    if (added.length === 0) return
    for (const id of pair) {
      const other = `user:${id === userId ? otherId : userId}`
      await recordEvent(inTx, 'user.duplicate-dismissed', `user:${id}`, { other })
    }
  })
}

/** Throws 404 for an account that doesn't exist, or isn't a partner's. */
export async function requirePartner(db: Queryable, id: number): Promise<void> {
  const isTheirs = and(eq(users.id, id), isPartner)
  const [row] = await db.select({ id: users.id }).from(users).where(isTheirs).for('key share')
  orNotFound(row)
}
