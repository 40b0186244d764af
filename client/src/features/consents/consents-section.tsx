import { useQuery } from '@tanstack/react-query'
import type { ConsentKind, ConsentSource, ConsentState } from '@shared/consents'
import { formatDate, formatDateTime } from '@/lib/format'
import { post } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { ActionButton } from '@/ui/button'
import { Card } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { consentsQuery, consentNames } from './api'

/** Consents with their texts, given and withdrawn one by one. */
export function ConsentsSection() {
  return (
    <Card
      titleAs="h3"
      title="Your Consents"
      description="You can agree to each of these or withdraw it at any time, and it takes effect right away. Your application doesn’t depend on any of them."
    >
      <Consents />
    </Card>
  )
}

function Consents() {
  const consents = useQuery(consentsQuery)
  return (
    <Loaded query={consents} what="Your consents" skeleton="h-64">
      {(states) => (
        <ul className="divide-y border-t">
          {states.map((state) => (
            <Consent key={state.kind} state={state} />
          ))}
        </ul>
      )}
    </Loaded>
  )
}

const withdrawn: Record<ConsentKind, string> = {
  calls: 'We won’t call you.',
  texts: 'We won’t text you.',
  email: 'We’ll email you only what your account needs.',
  recording: 'We won’t record calls with you.',
}

function Consent({ state }: { state: ConsentState }) {
  const { kind, isGiven, agreedText, currentText, currentVersion } = state
  const name = consentNames[kind]
  const noun = name.toLowerCase()
  const change = useAction({
    send: () =>
      post<ConsentState[]>(
        `/api/consents/${kind}`,
        isGiven ? { isGiven: false } : { isGiven: true, textVersion: currentVersion },
      ),
    sets: consentsQuery.queryKey,
    done: isGiven
      ? { title: `Consent to ${noun} withdrawn`, description: withdrawn[kind] }
      : `You agreed to ${noun}`,
    failure: 'Your consent was not changed',
  })
  return (
    <li className="py-4 last:pb-0">
      <div className="flex items-center justify-between gap-4">
        <h4 className="min-w-0 text-base">{name}</h4>
        <ActionButton
          action={change}
          size="sm"
          variant="secondary"
          aria-label={isGiven ? `Withdraw consent to ${noun}` : `Agree to ${noun}`}
        >
          {isGiven ? 'Withdraw' : 'Agree'}
        </ActionButton>
      </div>
      <p className="mt-0.5 text-sm text-muted">{describe(state)}</p>
      <p className="mt-2 max-w-measure text-sm">“{agreedText ?? currentText}”</p>
      {kind === 'email' ? (
        <p className="mt-2 max-w-measure text-sm text-muted">
          We’ll always send essential account emails: decisions, security notices, password resets,
          and replies to your messages.
        </p>
      ) : null}
    </li>
  )
}

const places: Record<ConsentSource, string> = {
  'sign-up': 'on the application form',
  account: 'online',
  phone: 'on the phone',
  text: 'by text message',
  email: 'by email',
  letter: 'by letter',
  'in-person': 'in person',
  reply: 'by a reply to a text message',
}

function describe({ isGiven, isForOtherNumber, at, ip, source }: ConsentState): string {
  if (!at || !source) return 'You haven’t agreed to this.'
  if (isForOtherNumber)
    return `You agreed on ${formatDate(at)}, but for another phone number. To get texts at your new number, agree again.`
  const where = ip ? `${places[source]}, from the address ${ip}` : places[source]
  return `${isGiven ? 'You agreed' : 'You withdrew your consent'} ${where}, ${formatDateTime(at)}.`
}
