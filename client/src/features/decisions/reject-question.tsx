import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { ReasonKind } from '@shared/decisions'
import { multiLine } from '@shared/text'
import { z } from '@shared/zod'
import { answerRejection, callOff } from '@/lib/decisions'
import { fieldsOf, useZodForm } from '@/lib/form'
import { useFormLoading } from '@/lib/lazy-part'
import { Button } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { Dialog } from '@/ui/dialog'
import { FieldError } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { TextareaField } from '@/ui/form-fields'
import { listWords, reasonsQuery } from './api'
import { ReasonsForm } from './reasons-form'
import { useAnswerKeys } from './use-answer-keys'

const readers: Record<ReasonKind, string> = {
  user: 'They’ll see the reason on their dashboard and in the email about the decision.',
  file: 'The owner will see the reason on their dashboard and in the email about it.',
  credential:
    'The person who shared it will see the reason on their dashboard and in the email about it.',
  question:
    'They’ll read it on their dashboard and in an email, and answer there. Until they do, they’re out of the queue and their wait is paused.',
}

// With a chosen reason before it, it is not longer than a reason may be.
const rejection = z.object({ words: multiLine(750).optional() })

interface RejectQuestionProps {
  kind: ReasonKind
  name: string
  of: number | string
}

/** The button that was pressed to reject or ask, or the one of the panel that the key R or Q is short for. */
function findButton(kind: ReasonKind, name: string): Element | null {
  const { activeElement } = document
  const mark = kind === 'question' ? 'asks' : 'rejects'
  const isPressed =
    activeElement instanceof HTMLSelectElement ||
    (activeElement instanceof HTMLElement && activeElement.dataset[mark] === name)
  return isPressed ? activeElement : document.querySelector(`[data-decides] [data-${mark}]`)
}

export function RejectQuestion({ kind, name, of }: RejectQuestionProps) {
  const [isEditing, setIsEditing] = useState(false)
  const [button] = useState(() => findButton(kind, name))
  // Words that were typed outlast the editing of reasons.
  const form = useZodForm(rejection, { words: '' }, { name: `why-${kind}`, of })
  const { data, isPending } = useQuery(reasonsQuery)
  useFormLoading(isPending)
  const reasons = data?.[kind] ?? []
  const words = listWords[kind === 'question' ? 'question' : 'reason']

  // The focus should be on the first of them.
  if (isPending) return null
  if (isEditing) {
    return (
      <Dialog
        open
        onClose={() => setIsEditing(false)}
        beside={button}
        title={`Edit ${words.many}`}
        description={words.use}
      >
        <ReasonsForm kind={kind} reasons={reasons} onClose={() => setIsEditing(false)} />
      </Dialog>
    )
  }
  return (
    <RejectForm
      form={form}
      kind={kind}
      name={name}
      beside={button}
      reasons={reasons}
      onEdit={() => setIsEditing(true)}
    />
  )
}

interface RejectFormProps extends Omit<RejectQuestionProps, 'of'> {
  form: ReturnType<typeof useZodForm<typeof rejection>>
  beside: Element | null
  reasons: readonly string[]
  onEdit: () => void
}

/** A reason of the list, words of one's own, or both; none has to be chosen too. */
function RejectForm({ form, kind, name, beside, reasons, onEdit }: RejectFormProps) {
  const isAsking = kind === 'question'
  const words = useWatch({ control: form.control, name: 'words' }) ?? ''
  const [chosen, setChosen] = useState<number | null>(null)
  const [wasMissing, setWasMissing] = useState(false)
  const box = useRef<HTMLDivElement>(null)

  const handleSubmit = form.handleSubmit(({ words: typed = '' }) => {
    const reason = chosen === null ? undefined : reasons[chosen - 1]
    const text = [reason, typed].filter(Boolean).join('\n')
    // To give no reason is an answer; to ask nothing is not.
    const isMissing = !text && (chosen === null || isAsking)
    setWasMissing(isMissing)
    if (isMissing) return undefined
    // Sent once the decision is taken; where it is refused, what was typed stays.
    return new Promise<void>((forget) => answerRejection({ words: text, forget }))
  })
  const hasKeys = useAnswerKeys({
    box,
    most: reasons.length,
    least: isAsking ? 1 : 0,
    chosen,
    choose: setChosen,
    write: (text) => form.setValue('words', `${words}${text}`),
    send: () => void handleSubmit(),
  })

  const title = isAsking ? 'Ask' : 'Reject'
  return (
    <FormDialog
      form={form}
      onSubmit={handleSubmit}
      // Disabled fields would lose the focus, and with it the next key.
      isLive
      title={
        <span className="wrap-anywhere">
          {title} {name}
        </span>
      }
      description={readers[kind]}
      submitLabel={title}
      isDanger={!isAsking}
      beside={beside}
      onClose={callOff}
    >
      <div ref={box} className="grid gap-5">
        <ReasonChoice
          legend={isAsking ? 'Question' : 'Reason'}
          choices={isAsking ? numbered(reasons) : [...numbered(reasons), noReason]}
          chosen={chosen}
          onChoose={setChosen}
          hasKeys={hasKeys}
          error={
            wasMissing && chosen === null && words.trim() === ''
              ? `Choose a ${isAsking ? 'question' : 'reason'}, or write your own.`
              : undefined
          }
        />
        <TextareaField
          {...fieldsOf(form)('words')}
          label="Or in your own words"
          hint={`${hasKeys ? 'Just start typing. ' : ''}Enter ${isAsking ? 'asks' : 'rejects'}, Shift+Enter starts a new line.`}
          rows={2}
        />
      </div>
      <Button
        size="sm"
        variant="ghost"
        className="-mt-3 -ml-2.5 justify-self-start"
        onClick={onEdit}
      >
        Edit {isAsking ? 'Questions' : 'Reasons'}
      </Button>
    </FormDialog>
  )
}

interface ReasonChoiceProps {
  legend: string
  choices: readonly { text: string; number: number }[]
  /** Its number in the list; 0 is none, null is not chosen yet. */
  chosen: number | null
  onChoose: (number: number) => void
  /** Whether numbers on the keyboard choose. */
  hasKeys: boolean
  error: string | undefined
}

function ReasonChoice({ legend, choices, chosen, onChoose, hasKeys, error }: ReasonChoiceProps) {
  return (
    <fieldset aria-describedby={error && 'reason-error'}>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {choices.map(({ text, number }, index) => (
        <label
          key={text}
          className={cx(
            'flex min-h-9 items-center gap-3 rounded-md px-2 py-1 has-focus-visible:outline-2 has-focus-visible:outline-(--focus) pointer-coarse:min-h-11',
            number === chosen ? 'bg-sand' : 'hover:bg-sand-light',
          )}
        >
          <input
            type="radio"
            name="reason"
            checked={number === chosen}
            onChange={() => onChoose(number)}
            {...(index === 0 && { 'data-autofocus': true })}
            className="size-4 shrink-0 accent-evergreen outline-none"
          />
          <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
          {hasKeys ? (
            <kbd
              aria-hidden="true"
              className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm border border-control bg-paper font-mono text-sm pointer-coarse:hidden"
            >
              {number}
            </kbd>
          ) : null}
        </label>
      ))}
      <FieldError id="reason-error" error={error} />
    </fieldset>
  )
}

const numbered = (texts: readonly string[]) =>
  texts.map((text, index) => ({ text, number: index + 1 }))

const noReason = { text: 'No reason', number: 0 }
