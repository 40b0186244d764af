import type { ListedQuestion, OwnQuestion } from '@shared/questions'
import type { AskedJson, QuestionRow } from './queries'

/** The database writes the times of JSON with an offset of its own. */
const toIso = (time: string) => new Date(time).toISOString()

export const presentOwnQuestion = (asked: AskedJson): OwnQuestion => ({
  ...asked,
  askedAt: toIso(asked.askedAt),
})

export const presentPauses = (pauses: readonly { from: string; to: string }[]) =>
  pauses.map(({ from, to }) => ({ from: toIso(from), to: toIso(to) }))

export function presentQuestion({ question, fileName, asker }: QuestionRow): ListedQuestion {
  const { id, words, askedAt, answeredAt, closedAt, undoneAt, answer } = question
  const state = answeredAt ? 'answered' : undoneAt ? 'undone' : closedAt ? 'closed' : 'open'
  return {
    id,
    words,
    fileName,
    state,
    askedAt: askedAt.toISOString(),
    askedBy: asker && `${asker.firstName} ${asker.lastName}`,
    endedAt: (answeredAt ?? undoneAt ?? closedAt)?.toISOString() ?? null,
    answer,
  }
}
