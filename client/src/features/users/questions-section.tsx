import { useQuery } from '@tanstack/react-query'
import type { ListedQuestion } from '@shared/questions'
import type { ListedUser } from '@shared/users'
import { formatDateTime, formatHours } from '@/lib/format'
import { PanelSection } from '@/ui/card'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'
import { questionsQuery } from './questions-api'

/** What a person was asked, and what they answered, the newest first. */
export function QuestionsSection({ user }: { user: ListedUser }) {
  const { data, isError, refetch } = useQuery(questionsQuery(user.id))
  return (
    <PanelSection title="Questions" className="grid gap-3">
      {user.waitedOnThem ? (
        <p className="text-sm text-muted">Paused for {formatHours(user.waitedOnThem / 3600)}.</p>
      ) : null}
      {isError ? <LoadError what="The questions" onRetry={refetch} /> : null}
      {!data && !isError ? <Skeleton className="h-16" /> : null}
      <ul className="grid gap-3">
        {(data ?? []).map((question) => (
          <li key={question.id} className="rounded-lg border bg-white p-3">
            <QuestionItem question={question} />
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

function QuestionItem({ question }: { question: ListedQuestion }) {
  const { words, answer } = question
  return (
    <>
      <p className="wrap-anywhere whitespace-pre-line">{words}</p>
      <p className="mt-1 text-sm wrap-anywhere text-muted">{saySource(question)}</p>
      {answer ? (
        <p className="mt-3 border-l-2 border-evergreen pl-3 wrap-anywhere whitespace-pre-line">
          {answer}
        </p>
      ) : null}
      <p className="mt-1 text-sm text-muted">{sayEnd(question)}</p>
    </>
  )
}

function saySource({ fileName, askedBy, askedAt }: ListedQuestion): string {
  const about = fileName ? ` about ${fileName}` : ''
  return `Asked${about}${askedBy ? ` by ${askedBy}` : ''}, ${formatDateTime(askedAt)}`
}

function sayEnd({ state, endedAt, answer }: ListedQuestion): string {
  const at = endedAt ? formatDateTime(endedAt) : ''
  if (state === 'open') return 'Waiting for their answer.'
  if (state === 'answered') return answer ? `Answered ${at}` : `Answered with a document ${at}`
  return state === 'undone' ? `Undone ${at}` : `Closed by the decision ${at}`
}
