import { useId } from 'react'
import type { OwnQuestion } from '@shared/questions'

export interface AnswerChoice {
  /** What the person is asked now. */
  question: OwnQuestion | null
  /** Whether the document that is being sent answers it; null until that is said. */
  isAnswer: boolean | null
  setIsAnswer: (isAnswer: boolean) => void
}

const answers = [
  { label: 'Yes', value: true },
  { label: 'No, it’s something else', value: false },
] as const

/** Only the person knows: a question for a name is not answered by a document. */
export function AnswerQuestion({ question, isAnswer, setIsAnswer }: AnswerChoice) {
  const name = useId()
  if (!question) return null
  return (
    <fieldset className="mt-5">
      <legend className="font-medium">Does this answer our question?</legend>
      <p className="mt-1 text-sm wrap-anywhere whitespace-pre-line text-muted">{question.words}</p>
      <div className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {answers.map(({ label, value }) => (
          <label key={label} className="flex min-h-11 cursor-pointer items-center gap-2.5">
            <input
              type="radio"
              name={name}
              checked={isAnswer === value}
              onChange={() => setIsAnswer(value)}
              className="size-5 shrink-0 cursor-pointer accent-evergreen"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
