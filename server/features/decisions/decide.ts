import { sql } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import { concernWords } from '@shared/concerns'
import type { DecisionKind, TakenDecision } from '@shared/decisions'
import type { DecisionBasis, ReviewDecision, ReviewStatus, SettledItems } from '@shared/review'
import type { Ctx, EventSource, TxCtx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { checkBasis } from '../../db/review'
import { conflict, notAsked, orNotFound, onlyRow } from '../../errors'
import { queueDecisionMail, replaceDecisionMails, tellReferrer } from '../mail/queue-decision-mail'
import { closeQuestion } from '../questions/end-question'
import { takeFoundScore } from '../scores/confirm-score'
import { textDecision } from '../texts/queue-text'
import { kinds, type Subject } from './kinds'
import { readBases } from './read-basis'

interface Deciding {
  kind: DecisionKind
  id: number
  decision: ReviewDecision & {
    basedOnVersion?: string | undefined
    settles?: SettledItems | undefined
  }
  isSilent?: boolean
}

/**
 * Sets any status from any other, with a person also of the documents and logins that were named, settles
 * the rewards that depend on it, and tells the person of a new decision by mail. Sessions stay: a rejected
 * person must be able to read the decision. Returns the decision's id. Throws 404 when there is no such
 * object, 403 for the administrator's own account, 409 when a referrer is approved, who has not applied, and
 * when status or content are no longer what the decision is based on, or something speaks against an approval that
 * no one was asked about.
 */
export async function decide(ctx: TxCtx<EventSource>, input: Deciding): Promise<number> {
  const { db: tx } = ctx
  const { kind, id, decision, isSilent } = input
  const { status } = decision
  const { refuse, replaced = '', onDecided } = kinds[kind]
  const subject = orNotFound(await lockSubject(tx, kind, id))
  refuse?.(subject, status)
  checkBasis(subject.status, decision)
  const { basedOnVersion, settles } = decision
  if (basedOnVersion && basedOnVersion !== subject.version) throw conflict(replaced)
  const basis = await checkConcerns(tx, input)
  const { id: decisionId, isInReferral } = await record(ctx, { kind, id, decision })
  if (settles && basis?.settles) {
    if (!isDeepStrictEqual(settles, basis.settles)) throw conflict(itemsChanged)
    await settle(ctx, { userId: id, status, settles, takenWith: decisionId })
  }
  if (subject.isAsked && status !== 'pending') await closeQuestion(tx, id, decisionId)
  await onDecided?.(ctx, { id, status, isInReferral })
  const isNews = await replaceDecisionMails(tx, { kind, before: subject, decision })
  // The mails are about an application.
  if (isSilent || !isNews || subject.isReferrer) return decisionId
  await queueDecisionMail(ctx, { kind, decisionId, decision, subject })
  if (subject.hasTexts) await textDecision(ctx, { userId: id, status, decisionId })
  if (isInReferral && status === 'approved') await tellReferrer(ctx, { referredId: id, decisionId })
  return decisionId
}

/** Decides in a transaction of its own. Returns the row as the decision left it. */
export const decideAndRead = async <Row extends object>(
  ctx: Ctx,
  asked: Deciding,
  read: (tx: Transaction, id: number) => Promise<Row | null>,
): Promise<Row & TakenDecision> =>
  ctx.tx(async (inTx) => {
    const decisionId = await decide(inTx, asked)
    return { ...orNotFound(await read(inTx.db, asked.id)), decisionId }
  })

const itemsChanged =
  'This person’s documents, logins, or score have changed in the meantime. Please look again.'

/** Throws 409 when something speaks against an approval that no one was asked about. Returns what it rests on. */
async function checkConcerns(
  tx: Transaction,
  { kind, id, decision }: Deciding,
): Promise<DecisionBasis | undefined> {
  const { status, accepts, settles } = decision
  if (!accepts && !settles) return undefined
  if (settles) await lockItems(tx, id)
  const basis = (await readBases(tx, kind, [id])).get(id)
  if (status !== 'approved' || !accepts) return basis
  const unasked = basis?.concerns.find((concern) => !accepts.includes(concern.kind))
  if (unasked) throw notAsked(concernWords[unasked.kind].short)
  return basis
}

/** Keeps a person's documents and logins as they are from here on. Locked in the order in which everyone locks rows. */
async function lockItems(tx: Transaction, userId: number): Promise<void> {
  for (const { table } of [kinds.file, kinds.credential])
    await tx.execute(sql`select from ${table} where user_id = ${userId} order by id for update`)
}

/**
 * Decides in the same way about the documents and logins of a person, which are locked and are what was seen, and takes
 * the score that was found.
 */
async function settle(
  ctx: TxCtx<EventSource>,
  input: { userId: number; status: ReviewStatus; settles: SettledItems; takenWith: number },
): Promise<void> {
  const { db: tx } = ctx
  const { userId, status, settles, takenWith } = input
  for (const [kind, items] of [
    ['file', settles.files],
    ['credential', settles.credentials],
  ] as const) {
    // In the order in which everyone locks rows.
    for (const { id } of items.toSorted((a, b) => a.id - b.id)) {
      const subject = await lockSubject(tx, kind, id)
      if (!subject || subject.status === status) continue
      await record(ctx, { kind, id, decision: { status }, takenWith })
      await kinds[kind].onDecided?.(ctx, { id, status, isInReferral: false })
    }
  }
  if (settles.score) await takeFoundScore(ctx, userId, settles.score)
}

/**
 * Locks what is decided about until the transaction ends. The owner of a document or login is locked first:
 * deleting a person locks in this order too, so neither waits for the other.
 */
async function lockSubject(
  tx: Transaction,
  kind: DecisionKind,
  id: number,
): Promise<Subject | undefined> {
  const { table, userId, name, facts } = kinds[kind]
  const columns = sql`${table.id} as id, ${userId} as "userId", ${name} as name, ${table.status} as status,
    ${table.statusReason} as "statusReason", ${table.statusAt} is not null as "wasDecided", ${facts}`
  const wanted = sql`${table.id} = ${id}`
  const { rows } = await tx.execute<{ [Key in keyof Subject]: Subject[Key] }>(
    kind === 'user'
      ? sql`select ${columns} from ${table} where ${wanted} for no key update`
      : sql`with owner as (
          select id from users where id in (select ${userId} from ${table} where ${wanted}) for key share
        )
        select ${columns} from ${table} where ${wanted} and (select count(*) from owner) >= 0
        for update`,
  )
  return rows[0]
}

interface Recording extends Deciding {
  /** The decision about the person that this one is taken with. */
  takenWith?: number
}

/**
 * Changes the status of a locked row, and adds its decision and event in the same statement. Whether rewards
 * depend on it is read here, not under the lock, which does not see what was committed while it was waited for.
 * One row at a time: for an array of ids Postgres plans the statement anew on each call.
 */
async function record({ db: tx, by }: TxCtx<EventSource>, recording: Recording) {
  const { kind, id, decision, takenWith = null } = recording
  const { table, userId, action, isInReferral } = kinds[kind]
  const { status } = decision
  const reason = decision.reason || null
  const requestId = by.requestId ?? null
  const byId = by.id ?? null
  const { rows } = await tx.execute<{ id: number; isInReferral: boolean }>(sql`with replaced as (
      select id, ${userId} as user_id, status, status_reason, status_at from ${table}
      where id = ${id}
    ), event as (
      insert into audit_events (action, object, details, actor_id, ip, request_id)
      select ${action}, ${kind}::text || ':' || id, ${JSON.stringify({ status })}::jsonb, ${byId}::int, ${by.ip},
        ${requestId}::uuid
      from replaced
    ), recorded as (
      insert into decisions (kind, subject_id, user_id, from_status, from_reason, from_status_at, to_status, reason,
        decided_by, request_id, taken_with)
      select ${kind}, id, user_id, status, status_reason, status_at, ${status}, ${reason}, ${byId}::int,
        ${requestId}::uuid, ${takenWith}::int
      from replaced
      returning id, subject_id
    )
    update ${table} set status = ${status}, status_reason = ${reason}, status_at = now()
    from recorded where ${table.id} = recorded.subject_id
    returning recorded.id, ${isInReferral} as "isInReferral"`)
  return onlyRow(rows)
}
