import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useWatch } from 'react-hook-form'
import {
  composeTextRequest,
  countSegments,
  objectionToTexts,
  writeComposedText,
  type ListedText,
} from '@shared/texts'
import type { ListedUser } from '@shared/users'
import { z } from '@shared/zod'
import { useWaysToReach } from '@/features/consents/api'
import { textsPath, describeLength } from '@/features/texts/api'
import { userQuery, usersQuery } from '@/features/users/api'
import { useSubmitForm } from '@/lib/form'
import { formatPhone, fullName } from '@/lib/format'
import { post } from '@/lib/http'
import { toast } from '@/lib/toast-store'
import { useAddress } from '@/lib/use-address'
import { Button } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { Form, SubmitButton } from '@/ui/form'
import { TextareaField } from '@/ui/form-fields'
import { LoadError } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import { SearchField } from '@/ui/search-field'

const draftSchema = z.object({ body: composeTextRequest.shape.body })

/** A text to one person; from a person's panel, to that person. */
export function SendText({ programName }: { programName: string }) {
  const asked = useAddress().get('to')
  const askedQuery = useQuery({ ...userQuery(asked), enabled: /^\d+$/.test(asked) })
  // Undefined: no one was chosen here, nor sent away.
  const [chosen, setChosen] = useState<ListedUser | null>()
  const [isMissing, setIsMissing] = useState(false)
  const person = chosen === undefined ? (askedQuery.data ?? null) : chosen
  const submission = useSubmitForm({
    schema: draftSchema,
    defaultValues: { body: '' },
    kept: { name: 'text', of: asked },
    send: async (draft) => {
      setIsMissing(person === null)
      return person && post<ListedText>(textsPath, { userId: person.id, ...draft })
    },
    refreshes: [textsPath],
    onDone: (sent) => {
      if (!sent || !person) return
      form.reset({ body: '' })
      toast({ title: 'Text queued', description: `To ${fullName(person)}` })
    },
    failure: 'The text was not sent',
    onInvalid: () => setIsMissing(person === null),
  })
  const { form, field } = submission
  const body = useWatch({ control: form.control, name: 'body' })
  const objection = useObjection(person)

  const whole = writeComposedText(body.trim(), { programName })

  function choose(other: ListedUser | null) {
    setChosen(other)
    setIsMissing(false)
    form.clearErrors()
  }

  return (
    <Form
      {...submission}
      label="Send Text"
      actions={
        <SubmitButton icon={<Send />} lockedBy={objection ? 'objection' : undefined}>
          Send Text
        </SubmitButton>
      }
    >
      {person ? (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border px-4 py-2">
          <span className="min-w-0 wrap-anywhere">
            To <span className="font-medium">{fullName(person)}</span>,{' '}
            {formatPhone(person.phoneNumber)}
          </span>
          <Button size="sm" variant="ghost" onClick={() => choose(null)}>
            Choose Someone Else
          </Button>
        </div>
      ) : (
        <PersonSearch
          onChoose={choose}
          problem={
            isMissing
              ? 'Please choose who to text.'
              : chosen === undefined && (askedQuery.isError || askedQuery.data === null)
                ? 'We couldn’t find this person. Please search for them.'
                : undefined
          }
        />
      )}
      {objection ? (
        <Notice tone="warning" title={<span id="objection">{objection}</span>}>
          Email them instead, or choose someone else.
        </Notice>
      ) : null}
      <TextareaField
        {...field('body')}
        label="Text"
        rows={4}
        hint={describeLength(countSegments(whole))}
      />
      <p className="wrap-anywhere text-muted">They’ll get: {whole}</p>
    </Form>
  )
}

interface PersonSearchProps {
  onChoose: (person: ListedUser) => void
  /** The problem with the choice. */
  problem: string | undefined
}

function PersonSearch({ onChoose, problem }: PersonSearchProps) {
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const { data, isError, refetch } = useQuery({
    ...usersQuery({ search, kind: 'any', limit: '5' }),
    enabled: search.length > 1,
  })
  const found = search.length > 1 ? (data?.rows ?? []) : []
  return (
    <div>
      <SearchField
        label="Search by name, email, or phone"
        value={text}
        onChange={setText}
        error={problem}
      />
      {isError ? <LoadError what="The people" onRetry={refetch} /> : null}
      <ul className="mt-2 divide-y">
        {found.map((person) => (
          <li key={person.id}>
            <PersonChoice person={person} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {search.length > 1 && data?.rows.length === 0 ? (
        <p className="mt-2 text-muted">No one matches.</p>
      ) : null}
    </div>
  )
}

/** A button for those who can be texted; of the others it says why not. */
function PersonChoice({
  person,
  onChoose,
}: {
  person: ListedUser
  onChoose: PersonSearchProps['onChoose']
}) {
  const objection = useObjection(person)
  const row = 'flex min-h-11 w-full flex-wrap items-center gap-x-3 px-2 text-left'
  const name = <span className="font-medium wrap-anywhere">{fullName(person)}</span>
  if (objection !== null) {
    return (
      <div className={row}>
        {name}
        <span className="text-sm text-muted">{objection}</span>
      </div>
    )
  }
  return (
    <button type="button" className={cx(row, 'hover:bg-sand')} onClick={() => onChoose(person)}>
      {name}
      <span className="text-sm text-muted">{formatPhone(person.phoneNumber)}</span>
    </button>
  )
}

/** Why someone isn’t texted; '' while that is looked up, null when they may be, or it can’t be known here. */
function useObjection(person: ListedUser | null): string | null {
  const { ways, isError } = useWaysToReach(person?.id)
  if (!person || isError) return null
  if (!ways) return ''
  const { closesAt, phoneNumber } = person
  return objectionToTexts({
    isClosing: closesAt !== undefined,
    phoneNumber,
    wantsTexts: ways.texts,
  })
}
