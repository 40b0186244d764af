import type { ListedQuestion } from '@shared/questions'
import type { QuestionRow } from './queries'

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
