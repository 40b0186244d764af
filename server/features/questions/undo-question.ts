import { and, eq, sql } from 'drizzle-orm'
import type { UndoneDecision } from '@shared/decisions'
import type { Ctx, EventSource } from '../../ctx'
import { lockPerson } from '../../db/lock-person'
import { mails } from '../../db/schema/mail'
import { users } from '../../db/schema/users'
import { conflict, orNotFound, onlyRow } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { cancelAndTell, cancelQueued, refuseTold } from '../mail/queue-decision-mail'
import { questions } from '../../db/schema/decisions'

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
