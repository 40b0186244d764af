import { desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OwnAnswer } from '@shared/questions'
import type { Queryable } from '../../db/client'
import { files } from '../../db/schema/files'
import { users } from '../../db/schema/users'
import { questions } from '../../db/schema/decisions'

export const isOpenQuestion = sql`${questions.answeredAt} is null and ${questions.undoneAt} is null
  and ${questions.closedAt} is null`

const askers = alias(users, 'askers')

/** Everything that someone was ever asked, newest first. */
export const listQuestions = (db: Queryable, userId: number) =>
  db
    .select({
      question: questions,
      fileName: files.fileName,
      asker: { firstName: askers.firstName, lastName: askers.lastName },
    })
    .from(questions)
    .leftJoin(files, eq(files.id, questions.fileId))
    .leftJoin(askers, eq(askers.id, questions.askedBy))
    .where(eq(questions.userId, userId))
    .orderBy(desc(questions.id))

export function presentQuestion({
  question,
  fileName,
  asker,
}: Awaited<ReturnType<typeof listQuestions>>[number]) {
  const { id, words, askedAt, answeredAt, closedAt, undoneAt, answer } = question
  const askedBy = asker && `${asker.firstName} ${asker.lastName}`
  const endedAt = answeredAt ?? undoneAt ?? closedAt
  const state = answeredAt ? 'answered' : undoneAt ? 'undone' : closedAt ? 'closed' : 'open'
  return { id, words, fileName, state, askedAt, askedBy, endedAt, answer } as const
}

/** Times are text in JSON. */
export interface AskedJson {
  id: number
  words: string
  askedAt: string
  file: { id: number; name: string } | null
}

// In a query on users. Few people are asked: the inner tables are read for those alone.
export const openQuestion = sql<AskedJson | null>`case when users.asked_at is not null then (
  select json_build_object('id', q.id, 'words', q.words, 'askedAt', q.asked_at,
    'file', case when f.id is not null then json_build_object('id', f.id, 'name', f.file_name) end)
  from questions q left join files f on f.id = q.file_id
  where q.user_id = users.id and q.answered_at is null and q.undone_at is null and q.closed_at is null
) end`

/** The questions that someone has answered, newest first. */
export const ownAnswers = sql<OwnAnswer[] | null>`(
  select json_agg(json_build_object('id', q.id, 'words', q.words, 'askedAt', q.asked_at,
    'answer', q.answer, 'answeredAt', q.answered_at) order by q.id desc)
  from questions q where q.user_id = users.id and q.answered_at is not null
)`

/** When the clock of the account in the outer statement was paused. */
export const pauses = sql<
  { from: string; to: string }[] | null
>`case when users.waited_on_them > 0 then (
  select json_agg(json_build_object('from', q.asked_at, 'to', coalesce(q.answered_at, q.closed_at)) order by q.id)
  from questions q where q.user_id = users.id and coalesce(q.answered_at, q.closed_at) is not null
) end`
