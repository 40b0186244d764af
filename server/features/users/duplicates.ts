import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DuplicateDismissal, DuplicateSign } from '@shared/duplicates'
import type { Ctx } from '../../ctx'
import type { Queryable } from '../../db/client'
import { isPartner, users, duplicateDismissals, profileColumns } from '../../db/schema/users'
import { badRequest, orNotFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { findSigns } from '../decisions/duplicate-signs'

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
      ...profileColumns,
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
