import { useQuery } from '@tanstack/react-query'
import type { ListedQuestion } from '@shared/questions'
import type { ListedUser } from '@shared/users'
import { formatDateTime, formatHours } from '@/lib/format'
import { PanelSection } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { questionsQuery } from './questions-api'

export function QuestionsSection({ user }: { user: ListedUser }) {
  const questions = useQuery(questionsQuery(user.id))
  return (
    <PanelSection title="Questions" className="grid gap-3">
      {user.waitedOnThem ? (
        <p className="text-sm text-muted">Paused for {formatHours(user.waitedOnThem / 3600)}.</p>
      ) : null}
      <Loaded query={questions} what="The questions" skeleton="h-16">
        {(found) => (
          <ul className="grid gap-3">
            {found.map((question) => (
              <li key={question.id} className="rounded-lg border bg-white p-3">
                <QuestionItem question={question} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </PanelSection>
  )
}

function QuestionItem({ question }: { question: ListedQuestion }) {
  const { words, answer } = question
  return (
    <>
      <p className="wrap-anywhere whitespace-pre-line">{words}</p>
      <p className="mt-1 text-sm wrap-anywhere text-muted">{describeSource(question)}</p>
      {answer ? (
        <p className="mt-3 border-l-2 border-evergreen pl-3 wrap-anywhere whitespace-pre-line">
          {answer}
        </p>
      ) : null}
      <p className="mt-1 text-sm text-muted">{describeEnd(question)}</p>
    </>
  )
}

function describeSource({ fileName, askedBy, askedAt }: ListedQuestion): string {
  const about = fileName ? ` about ${fileName}` : ''
  return `Asked${about}${askedBy ? ` by ${askedBy}` : ''}, ${formatDateTime(askedAt)}`
}

function describeEnd({ state, endedAt, answer }: ListedQuestion): string {
  const at = endedAt ? formatDateTime(endedAt) : ''
  if (state === 'open') return 'Waiting for their answer.'
  if (state === 'answered') return answer ? `Answered ${at}` : `Answered with a document ${at}`
  return state === 'undone' ? `Undone ${at}` : `Closed by the decision ${at}`
}
