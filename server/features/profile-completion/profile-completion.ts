import { and, eq, isNull, sql } from 'drizzle-orm'
import { termsVersion } from '@shared/accounts'
import type { ProfileCompletion, ProfileStep } from '@shared/profile-completion'
import type { Ctx } from '../../ctx'
import type { Queryable } from '../../db/client'
import { users } from '../../db/schema/users'
import type { Env } from '../../env'
import { recordEvent } from '../audit/record-event'
import { isMailConfigured } from '../mail/find-sender'

interface FoundSteps {
  id: number
  kind: 'partner' | 'referrer'
  contact: boolean
  email: boolean
  terms: boolean
  proof: boolean
  payment: boolean
}

/** How far someone's profile is; null for the administrator and for no one. */
export async function getProfileCompletion(
  db: Queryable,
  env: Env,
  userId: number,
): Promise<ProfileCompletion | null> {
  const steps = (await findSteps(db, env, [userId])).get(userId)
  if (!steps) return null
  const done = steps.filter(({ isDone }) => isDone).length
  return { percent: Math.floor((100 * done) / steps.length), steps }
}

/**
 * Finds what is missing of each profile, of as many people as there are: nobody is paid before it is complete.
 * Those whose profile is complete are left out, and so is who has none.
 */
export async function profileGaps(
  db: Queryable,
  env: Env,
  userIds: readonly number[],
): Promise<Map<number, ProfileStep[]>> {
  const gaps = new Map<number, ProfileStep[]>()
  for (const [id, steps] of await findSteps(db, env, userIds)) {
    const missing = steps.filter(({ isDone }) => !isDone).map(({ step }) => step)
    if (missing.length > 0) gaps.set(id, missing)
  }
  return gaps
}

async function findSteps(db: Queryable, env: Env, userIds: readonly number[]) {
  const found = new Map<number, ProfileCompletion['steps']>()
  if (userIds.length === 0) return found
  const confirmsEmails = await isMailConfigured(db, env)
  // Proof that was approved once stays proof: shared logins are deleted some time after the decision.
  const { rows } = await db.execute<FoundSteps & Record<string, unknown>>(sql`
    select u.id, u.kind,
      u.first_name <> '' and u.last_name <> '' and u.phone_number <> '' as contact,
      c.confirmed_at is not null as email,
      u.terms_accepted_at is not null as terms,
      u.status = 'approved'
        or exists (select 1 from files f where f.user_id = u.id and f.status <> 'rejected')
        or exists (select 1 from monitoring_credentials m
          where m.user_id = u.id and m.status <> 'rejected') as proof,
      p.user_id is not null as payment
    from users u
    left join email_confirmations c on c.user_id = u.id and c.email = u.email
    left join payment_settings p on p.user_id = u.id
    where u.id = any(${sql.param([...userIds])}::int[]) and u.is_admin = 0`)
  for (const row of rows) {
    found.set(row.id, [
      { step: 'contact-details', isDone: row.contact },
      ...(confirmsEmails ? [{ step: 'email' as const, isDone: row.email }] : []),
      { step: 'terms', isDone: row.terms },
      ...(row.kind === 'partner' ? [{ step: 'proof-of-credit' as const, isDone: row.proof }] : []),
      { step: 'payment-method', isDone: row.payment },
    ])
  }
  return found
}

/** For accounts that are older than the question. What someone agreed to before stays as it was. */
export async function acceptTerms(ctx: Ctx): Promise<void> {
  await ctx.tx(async (inTx) => {
    const { db: tx, by } = inTx
    const { rowCount } = await tx
      .update(users)
      .set({ termsAcceptedAt: sql`now()`, termsVersion, termsAcceptedFrom: by.ip })
      .where(and(eq(users.id, by.id), isNull(users.termsAcceptedAt)))
    if (!rowCount) return
    await recordEvent(inTx, 'account.terms-accepted', `user:${by.id}`, { version: termsVersion })
  })
}
