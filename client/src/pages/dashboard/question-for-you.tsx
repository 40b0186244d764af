import { Upload } from 'lucide-react'
import { maxFilesPerUser } from '@shared/file-kinds'
import { answerRequest, type OwnQuestion } from '@shared/questions'
import type { Confirmation } from '@shared/errors'
import { useSubmitForm } from '@/lib/form'
import { formatDate } from '@/lib/format'
import { post } from '@/lib/http'
import { sessionKey } from '@/lib/session'
import { Button } from '@/ui/button'
import { Form, SubmitButton } from '@/ui/form'
import { TextareaField } from '@/ui/form-fields'
import { Notice } from '@/ui/notice'
import type { CardProps } from './partner-state'

const sentence = answerRequest.pick({ answer: true })

/** Our team’s question, and the two ways to answer. */
export function QuestionForYou(props: CardProps) {
  const { question } = props.user
  return question ? <Question key={question.id} {...props} question={question} /> : null
}

function Question({ question, files, onSend }: CardProps & { question: OwnQuestion }) {
  const asked = files.find(({ id }) => id === question.file?.id)
  const submission = useSubmitForm({
    schema: sentence,
    defaultValues: { answer: '' },
    kept: { name: 'answer', of: question.id },
    send: ({ answer }) =>
      post<Confirmation>('/api/question/answer', { answer, questionId: question.id }),
    // A refusal may mean that the question was answered in another tab.
    refreshes: sessionKey,
    done: ({ message }) => ({ title: 'Answer sent', description: message }),
    failure: 'We couldn’t send your answer',
  })

  return (
    <section aria-labelledby="question-title">
      <Notice
        tone="warning"
        title={
          <span role="heading" aria-level={2} id="question-title">
            We have a question for you
          </span>
        }
      >
        <p className="text-sm text-muted">
          <span>Asked {formatDate(question.askedAt)}</span>
          {question.file ? (
            <span className="wrap-anywhere">{` about ${question.file.name}`}</span>
          ) : null}
        </p>
        <p className="mt-1.5 max-w-measure wrap-anywhere whitespace-pre-line">{question.words}</p>
        <Form
          {...submission}
          className="mt-4 max-w-measure"
          actions={
            <>
              <SubmitButton>Send Answer</SubmitButton>
              {asked || files.length < maxFilesPerUser ? (
                <Button
                  variant="secondary"
                  icon={<Upload />}
                  onClick={() => onSend(asked ? { replaces: asked } : { answersIt: true })}
                >
                  {asked ? 'Send a New Document' : 'Send a Document'}
                </Button>
              ) : null}
            </>
          }
        >
          <TextareaField
            {...submission.field('answer')}
            label="Your answer"
            hint="Write to us here, or send a document instead."
            rows={2}
          />
        </Form>
      </Notice>
    </section>
  )
}
