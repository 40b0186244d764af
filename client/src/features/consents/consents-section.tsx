import { useQuery } from '@tanstack/react-query'
import type { ConsentKind, ConsentSource, ConsentState } from '@shared/consents'
import { formatDate, formatDateTime } from '@/lib/format'
import { toastError } from '@/lib/toast-error'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/lib/toast-store'
import { consentsQuery, useChangeConsent } from './api'
import { consentNames } from './consent-names'

/** What the person lets us do, each with its text; given and withdrawn one by one. */
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
  const { data, isError, refetch } = useQuery(consentsQuery)
  const change = useChangeConsent()
  if (isError) return <LoadError what="Your consents" onRetry={refetch} />
  if (!data) return <Skeleton className="h-64" />

  async function handleChange({ kind, isGiven, currentVersion }: ConsentState) {
    const name = consentNames[kind].toLowerCase()
    try {
      await change.mutateAsync({
        kind,
        change: isGiven ? { isGiven: false } : { isGiven: true, textVersion: currentVersion },
      })
      toast({
        title: isGiven ? `Consent to ${name} withdrawn` : `You agreed to ${name}`,
        description: isGiven ? withdrawn[kind] : undefined,
      })
    } catch (error) {
      toastError('Your consent was not changed', error)
    }
  }

  return (
    <ul className="divide-y border-t">
      {data.map((state) => (
        <Consent
          key={state.kind}
          state={state}
          isBusy={change.isPending && change.variables.kind === state.kind}
          onChange={() => void handleChange(state)}
        />
      ))}
    </ul>
  )
}

const withdrawn: Record<ConsentKind, string> = {
  calls: 'We won’t call you.',
  texts: 'We won’t text you.',
  email: 'We’ll email you only what your account needs.',
  recording: 'We won’t record calls with you.',
}

interface ConsentProps {
  state: ConsentState
  isBusy: boolean
  onChange: () => void
}

function Consent({ state, isBusy, onChange }: ConsentProps) {
  const { kind, isGiven, agreedText, currentText } = state
  const name = consentNames[kind]
  return (
    <li className="py-4 last:pb-0">
      <div className="flex items-center justify-between gap-4">
        <h4 className="min-w-0 text-base">{name}</h4>
        <Button
          size="sm"
          variant="secondary"
          pending={isBusy}
          aria-label={
            isGiven ? `Withdraw consent to ${name.toLowerCase()}` : `Agree to ${name.toLowerCase()}`
          }
          onClick={onChange}
        >
          {isGiven ? 'Withdraw' : 'Agree'}
        </Button>
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
