import { and, eq, sql } from 'drizzle-orm'
import type { UndoneDecision } from '@shared/decisions'
import type { EventSource } from '../../ctx'
import type { Queryable } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { mails } from '../../db/schema/mail'
import { questions } from '../../db/schema/questions'
import { users } from '../../db/schema/users'
import { conflict, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { cancelAndTell, cancelQueued, refuseTold } from '../mail/queue-decision-mail'

/**
 * Takes a question back: the person is in the queue again as if they had never left it, and mail about it that has
 * not left goes nowhere. Throws 404 for an unknown question, 409 for one that has ended.
 */
export async function undoQuestion(input: {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  questionId: number
  /** Refused once the person was told. */
  ifUntold?: boolean | undefined
  by: EventSource
}): Promise<UndoneDecision> {
  const { db, questionId, ifUntold = false, by } = input
  return db.transaction(async (tx) => {
    const isMeant = eq(questions.id, questionId)
    const [asked] = await tx.select({ userId: questions.userId }).from(questions).where(isMeant)
    if (!asked || !(await lockPerson(tx, asked.userId))) throw notFound()
    // Read again under the lock.
    const [question] = await tx.select().from(questions).where(isMeant)
    if (!question) throw notFound()
    if (question.undoneAt) throw conflict('This question was already undone.')
    if (question.answeredAt) throw conflict('This question was already answered.')
    if (question.closedAt)
      throw conflict('There’s a decision about this person now. Please look again.')
    await tx
      .update(questions)
      .set({ undoneAt: sql`now()` })
      .where(isMeant)
    const [person] = await tx
      .update(users)
      .set({ askedAt: null })
      .where(eq(users.id, asked.userId))
      .returning({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    if (!person) throw notFound()
    await recordEvent(tx, by, 'question.undone', {
      object: `user:${person.id}`,
      details: { question: questionId },
    })
    const ofQuestion = eq(mails.questionId, questionId)
    await cancelQueued(tx, and(ofQuestion, eq(mails.kind, 'question-reminder')))
    const mail = await cancelAndTell(tx, and(ofQuestion, eq(mails.kind, 'question')))
    const name = `${person.firstName} ${person.lastName}`
    if (ifUntold) refuseTold(mail, { name })
    return { undone: [{ kind: 'user', id: person.id, name, status: 'pending' }], mail }
  })
}
