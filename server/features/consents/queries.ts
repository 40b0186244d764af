import { desc, eq, sql, type SQL } from 'drizzle-orm'
import { consentKinds, consentTexts, currentTexts, type ConsentKind } from '@shared/consents'
import type { ReviewStatus } from '@shared/review'
import type { Queryable } from '../../db/client'
import { countRows } from '../../db/lists/totals'
import { consents } from '../../db/schema/consents'
import { isPartner, users, personColumns } from '../../db/schema/users'
import { all, sqlLiteral, renderSql } from '../../db/sql-text'

const recorderName = sql<string | null>`(select r.first_name || ' ' || r.last_name from users r
  where r.id = consents.recorded_by)`

/** Null for a consent to another number than the one that is on file now: neither given nor withdrawn. */
const holds = sql<boolean | null>`case when consents.is_given and consents.phone_digits <>
  (select u.phone_digits from users u where u.id = consents.user_id) then null else consents.is_given end`

const columns = {
  kind: consents.kind,
  isGiven: holds,
  textVersion: consents.textVersion,
  source: consents.source,
  ip: consents.ip,
  at: consents.at,
  recordedBy: recorderName,
}

/** Someone's last word about each kind; nothing about those they never spoke of. */
export async function listConsents(db: Queryable, userId: number) {
  return db
    .selectDistinctOn([consents.kind], columns)
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(consents.kind, desc(consents.id))
}

/** Every kind, in the order in which people are asked. */
export const presentConsents = (rows: Awaited<ReturnType<typeof listConsents>>) =>
  consentKinds.map((kind) => {
    const said = rows.find((row) => row.kind === kind)
    const currentVersion = currentTexts[kind]
    return {
      kind,
      isGiven: said?.isGiven === true,
      isForOtherNumber: said?.isGiven === null,
      at: said?.at ?? null,
      ip: said?.ip ?? null,
      source: said?.source ?? null,
      recordedBy: said?.recordedBy ?? undefined,
      agreedText: said?.isGiven ? (consentTexts[said.textVersion] ?? null) : null,
      currentText: consentTexts[currentVersion] ?? '',
      currentVersion,
    }
  })

/** In a query on users: what they last said about it; null when they never did, or for another phone number. */
export const consentTo = (kind: ConsentKind): SQL<boolean | null> => sql<boolean | null>`(
  select case when said.is_given and said.phone_digits <> users.phone_digits then null else said.is_given end
  from consents said
  where said.user_id = users.id and said.kind = ${sql.raw(sqlLiteral(kind))} order by said.id desc limit 1)`

/** Partners who agreed to text messages; exact up to 10,000. */
export async function countTextConsents(db: Queryable): Promise<number> {
  const agreed = all(['users.contact_consent', renderSql(isPartner), renderSql(consentTo('texts'))])
  return countRows(db, 'users', () => agreed)
}

/** In a query on users: whether they withdrew their consent to emails. */
export const wantsNoEmail = sql<boolean>`coalesce(not ${consentTo('email')}, false)`

/** The person with this address, what they said about emails from us, and how their application stands. */
export async function findMailWish(db: Queryable, email: string) {
  const [row] = await db
    .select({
      ...personColumns,
      wantsEmail: consentTo('email'),
      status: sql<ReviewStatus | null>`case when ${isPartner} and ${users.isAdmin} = 0 then ${users.status} end`,
    })
    .from(users)
    .where(eq(users.email, email))
  return row ?? null
}
