import { and, eq, ne, notExists, or, sql } from 'drizzle-orm'
import { addBusinessDays } from '@shared/business-days'
import type { QuestionRequest } from '@shared/questions'
import type { EventSource, TxCtx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { checkBasis } from '../../db/review'
import { files } from '../../db/schema/files'
import { mails } from '../../db/schema/mail'
import { snoozes, users } from '../../db/schema/users'
import { conflict, notFound, orNotFound, onlyRow } from '../../errors'
import { recordEvent } from '../audit/record-event'
import type { MailCtx } from '../mail/find-sender'
import { isClosing } from '../mail/queries'
import { showName } from '../mail/queue-decision-mail'
import { sendLetter } from '../mail/send-letter'
import { isOpenQuestion } from './queries'
import { questions } from '../../db/schema/decisions'

const remindersAfterDays = [2, 5]

/**
 * Asks someone who waits for a decision something, on their dashboard and by mail, with two reminders. Until they
 * answer, they wait for us no longer: they leave the queue, and their review pauses. Returns the question's id.
 * Throws 404 when there is no such person, or no such document of theirs, 409 when they are not pending, have not
 * applied, are closing their account, have a question open already, or are no longer what this is based on.
 */
export async function askQuestion(
  ctx: TxCtx<EventSource>,
  userId: number,
  request: QuestionRequest,
): Promise<number> {
  const { db: tx, by } = ctx
  const { words, fileId = null } = request
  // Locked first: the second of two requests sees the first question.
  const person = await lockPerson(tx, userId)
  if (!person || person.isAdmin) throw notFound()
  checkBasis(person.status, request)
  if (person.status !== 'pending' || person.kind === 'referrer')
    throw conflict('You can only ask people whose application is pending.')
  if (await isClosing(tx, userId)) throw conflict('This person is closing their account.')
  if (person.askedAt) throw conflict('This person already has an open question.')
  const file = fileId === null ? null : await getFileOf(tx, userId, fileId)

  const { id: questionId } = onlyRow(
    await tx
      .insert(questions)
      .values({ userId, fileId, words, askedBy: by.id ?? null, requestId: by.requestId })
      .returning({ id: questions.id }),
  )
  // Once they answer, they wait for us again.
  await tx.delete(snoozes).where(eq(snoozes.userId, userId))
  await tx
    .update(users)
    .set({ askedAt: sql`now()` })
    .where(eq(users.id, userId))
  await recordEvent(ctx, 'question.asked', `user:${userId}`, {
    question: questionId,
    ...(fileId !== null && { file: fileId }),
  })

  const letter = { to: userId, values: valuesOf(words, file), questionId }
  await sendLetter(ctx, { ...letter, letter: 'question' })
  for (const days of remindersAfterDays) {
    const nextAttemptAt = addBusinessDays(new Date(), days)
    await sendLetter(ctx, { ...letter, letter: 'question-reminder', nextAttemptAt })
  }
  return questionId
}

const valuesOf = (question: string, file: { fileName: string } | null) => ({
  about: file ? `your document “${showName(file.fileName)}”` : 'your application',
  question,
})

/** Asks again at another address what someone was asked at the one before. */
export async function repeatQuestion(ctx: MailCtx, userId: number): Promise<void> {
  const { db: tx } = ctx
  const isAskedAtPresent = tx
    .select()
    .from(mails)
    .where(
      and(
        eq(mails.questionId, questions.id),
        eq(mails.kind, 'question'),
        // The administrator may have canceled it.
        or(eq(mails.recipient, users.email), eq(mails.status, 'cancelled')),
        ne(mails.status, 'failed'),
      ),
    )
  const [asked] = await tx
    .select({ id: questions.id, words: questions.words, fileName: files.fileName })
    .from(questions)
    .leftJoin(files, eq(files.id, questions.fileId))
    .innerJoin(users, eq(users.id, questions.userId))
    .where(and(eq(questions.userId, userId), isOpenQuestion, notExists(isAskedAtPresent)))
    .limit(1)
  if (!asked) return
  const { id: questionId, words, fileName } = asked
  const values = valuesOf(words, fileName === null ? null : { fileName })
  const nextAttemptAt = new Date()
  await sendLetter(ctx, { letter: 'question', to: userId, values, questionId, nextAttemptAt })
}

async function getFileOf(tx: Transaction, userId: number, fileId: number) {
  const isTheirs = and(eq(files.id, fileId), eq(files.userId, userId))
  const [file] = await tx.select({ fileName: files.fileName }).from(files).where(isTheirs)
  return orNotFound(file)
}
