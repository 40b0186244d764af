import { and, eq, gt, or, sql, type SQL } from 'drizzle-orm'
import type { UndoneDecision } from '@shared/decisions'
import type { AnswerRequest } from '@shared/questions'
import type { Ctx, EventSource, TxCtx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { mails } from '../../db/schema/mail'
import { users } from '../../db/schema/users'
import { conflict, unauthorized, orNotFound, onlyRow } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { notifySupport } from '../mail/notify-support'
import { cancelQueued, cancelAndTell, refuseTold } from '../mail/queue-decision-mail'
import { mailOutbox } from '../mail/queue-mail'
import { repeatQuestion } from './ask-question'
import { isOpenQuestion } from './queries'
import { questions } from '../../db/schema/decisions'

/** Whole seconds, so that what is added can be taken off again exactly. */
const secondsUntil = (time: SQL) =>
  sql`floor(extract(epoch from ${time} - ${questions.askedAt}))::int`

/**
 * Answers one's own question, if there is one, and tells support: with a sentence, or, without one, by a document that
 * has just arrived: one that takes the place of the document that was asked about, or that is said to be the answer.
 * The account must be locked. False when nothing was open, or another question than the one named.
 */
export async function answerOpenQuestion(
  ctx: TxCtx,
  given: { answer?: string; questionId?: number | undefined; fileId?: number },
): Promise<boolean> {
  const { answer = null, questionId = null, fileId = null } = given
  const isMeant = sql`(${questionId}::int is null or ${questions.id} = ${questionId}::int)
    and (${fileId}::int is null or ${questions.fileId} = ${fileId}::int)`
  const isAnswered = await end(ctx.db, {
    which: sql`${questions.userId} = ${ctx.by.id} and ${isMeant}`,
    // An answer that came late, before the question was opened again, stays.
    how: sql`answered_at = now(), answer = nullif(concat_ws(E'\n\n', answer, ${answer}::text), '')`,
  })
  if (!isAnswered) return false
  const how = answer === null ? 'document' : 'sentence'
  await noteAnswer(ctx, how, `Question answered by ${ctx.by.email}`)
  return true
}

async function noteAnswer(ctx: TxCtx, how: string, text: string): Promise<void> {
  const { id } = ctx.by
  await recordEvent(ctx, 'question.answered', `user:${id}`, { by: how })
  await notifySupport(ctx, { text, path: `/admin/users?open=${id}` })
}

/**
 * Answers one's own question with a sentence. One that comes late, after a document or a decision has ended the
 * question, is added to it. Throws 409 when nothing was ever asked, or more was said than fits; 401 when the account
 * is gone.
 */
export async function answerQuestion(ctx: Ctx, given: AnswerRequest): Promise<void> {
  await ctx.tx(async (inTx) => {
    if (!(await lockPerson(inTx.db, ctx.by.id))) throw unauthorized()
    if (await answerOpenQuestion(inTx, given)) return
    if (!(await addLateAnswer(inTx, given))) throw conflict(nothingToAnswer)
  })
}

const nothingToAnswer =
  'We can’t add this to a question of ours. Please write to us on the support page.'

/** Everything that was said together. */
const longestAnswers = 10_000

/** To the question named, else the newest. An answer that is sent again, as after a lost response, is there once. */
async function addLateAnswer(ctx: TxCtx, { answer, questionId }: AnswerRequest): Promise<boolean> {
  const { db: tx, by } = ctx
  const earlierAnswer = sql`coalesce(q.answer, '')`
  const isSaid = sql`(q.answer = ${answer} or right(q.answer, length(${answer}) + 2) = E'\n\n' || ${answer})`
  const { rows } = await tx.execute<{ id: number; wasSaid: boolean }>(sql`
    with q as (
      select id, answer from ${questions}
      where user_id = ${by.id} and (${questionId ?? null}::int is null or id = ${questionId ?? null}::int)
      order by id desc limit 1
    )
    update ${questions} set answer = case when ${isSaid} then q.answer
      else concat_ws(E'\n\n', q.answer, ${answer}::text) end
    from q where ${questions.id} = q.id and length(${earlierAnswer}) + length(${answer}) <= ${longestAnswers}
    returning q.id, coalesce(${isSaid}, false) as "wasSaid"`)
  const [added] = rows
  if (!added || added.wasSaid) return added !== undefined
  await noteAnswer(ctx, 'late sentence', `Answer of ${by.email} to an earlier question`)
  return true
}

/** A decision about the person, or undoing one, ends what they are asked without an answer. */
export async function closeQuestion(
  tx: Transaction,
  userId: number,
  decisionId: number | null,
): Promise<void> {
  await end(tx, {
    which: sql`${questions.userId} = ${userId}`,
    how: sql`closed_at = now(), closed_by = ${decisionId}::int`,
    decisionId,
  })
}

/** Ends an open question, lets the clock of the review continue, and cancels the reminders. False without one. */
async function end(
  tx: Transaction,
  { which, how, decisionId = null }: { which: SQL; how: SQL; decisionId?: number | null },
): Promise<boolean> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with ended as (
      update ${questions} set ${how} where ${which} and ${isOpenQuestion}
      returning ${questions.id}, ${questions.userId}, ${secondsUntil(sql`now()`)} as seconds
    )
    update ${users} set asked_at = null, waited_on_them = waited_on_them + ended.seconds
    from ended where ${users.id} = ended.user_id
    returning ended.id`)
  const [ended] = rows
  if (ended) await cancelQueued(tx, eq(mails.questionId, ended.id), decisionId)
  return ended !== undefined
}

/**
 * Undoing a decision opens the question again that it closed. Of what the decision canceled, its mail leaves after
 * all, and so do the reminders that are still to come. Someone whose address has changed since is asked there.
 */
export async function reopenQuestion(ctx: TxCtx<EventSource>, decisionId: number): Promise<void> {
  const { db: tx } = ctx
  const { rows } = await tx.execute<{ userId: number }>(sql`
    with closed as (
      select ${questions.id} as id, ${questions.userId} as user_id, ${questions.askedAt} as asked_at,
        ${secondsUntil(sql`${questions.closedAt}`)} as seconds
      from ${questions} where ${questions.closedBy} = ${decisionId}
    ), opened as (
      update ${questions} set closed_at = null, closed_by = null
      from closed where ${questions.id} = closed.id
      returning closed.*
    )
    update ${users} set asked_at = opened.asked_at, waited_on_them = waited_on_them - opened.seconds
    from opened where ${users.id} = opened.user_id returning opened.user_id as "userId"`)
  const back = await tx
    .update(mails)
    .set({ status: 'queued', cancelledByDecision: null })
    .where(
      and(
        eq(mails.cancelledByDecision, decisionId),
        eq(mails.status, 'cancelled'),
        or(eq(mails.kind, 'question'), gt(mails.nextAttemptAt, sql`now()`)),
      ),
    )
    .returning({ id: mails.id, nextAttemptAt: mails.nextAttemptAt })
  for (const { id, nextAttemptAt } of back) await mailOutbox.addSending(tx, id, nextAttemptAt)
  for (const { userId } of rows) await repeatQuestion(ctx, userId)
}

/**
 * Takes a question back: the person is in the queue again as if they had never left it, and mail about it that has
 * not left goes nowhere. Throws 404 for an unknown question, 409 for one that has ended, or with `ifUntold` once the
 * person was told.
 */
export async function undoQuestion(
  ctx: Ctx<EventSource>,
  questionId: number,
  ifUntold = false,
): Promise<UndoneDecision> {
  return ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const isMeant = eq(questions.id, questionId)
    const find = () => tx.select().from(questions).where(isMeant)
    const { userId } = orNotFound((await find())[0])
    orNotFound(await lockPerson(tx, userId))
    // Read again under the lock.
    const { undoneAt, answeredAt, closedAt } = orNotFound((await find())[0])
    if (undoneAt) throw conflict('This question was already undone.')
    if (answeredAt) throw conflict('This question was already answered.')
    if (closedAt) throw conflict('There’s a decision about this person now. Please look again.')
    await tx
      .update(questions)
      .set({ undoneAt: sql`now()` })
      .where(isMeant)
    const { firstName, lastName } = onlyRow(
      await tx
        .update(users)
        .set({ askedAt: null })
        .where(eq(users.id, userId))
        .returning({ firstName: users.firstName, lastName: users.lastName }),
    )
    await recordEvent(inTx, 'question.undone', `user:${userId}`, { question: questionId })
    const ofQuestion = eq(mails.questionId, questionId)
    await cancelQueued(tx, and(ofQuestion, eq(mails.kind, 'question-reminder')))
    const mail = await cancelAndTell(tx, and(ofQuestion, eq(mails.kind, 'question')))
    const name = `${firstName} ${lastName}`
    if (ifUntold) refuseTold(mail, { name })
    return { undone: [{ kind: 'user', id: userId, name, status: 'pending' }], mail }
  })
}
