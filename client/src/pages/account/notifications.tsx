import { useQuery } from '@tanstack/react-query'
import type { ConsentKind, ConsentState } from '@shared/consents'
import type { MailChoice } from '@shared/mail-choices'
import { consentNames, consentPlaces, consentsQuery } from '@/features/consents/api'
import { mailChoicesQuery, mailKindNames } from '@/features/mail/choices-api'
import { formatDate, formatDateTime } from '@/lib/format'
import { post, put } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { ActionButton } from '@/ui/button'
import { Card } from '@/ui/card'
import { Fact, Facts } from '@/ui/facts'
import { Loaded } from '@/ui/loaded'
import { Switch } from '@/ui/checkbox'

export function Consents() {
  const consents = useQuery(consentsQuery)
  return (
    <Card
      titleAs="h3"
      title="Your Consents"
      description="You can agree to each of these or withdraw it at any time, and it takes effect right away. Your application doesn’t depend on any of them."
    >
      <Loaded query={consents} what="Your consents" skeleton="h-64">
        {(states) => (
          <ul className="divide-y border-t">
            {states.map((state) => (
              <Consent key={state.kind} state={state} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
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

function describe({ isGiven, isForOtherNumber, at, ip, source }: ConsentState): string {
  if (!at || !source) return 'You haven’t agreed to this.'
  if (isForOtherNumber)
    return `You agreed on ${formatDate(at)}, but for another phone number. To get texts at your new number, agree again.`
  const where = ip ? `${consentPlaces[source]}, from the address ${ip}` : consentPlaces[source]
  return `${isGiven ? 'You agreed' : 'You withdrew your consent'} ${where}, ${formatDateTime(at)}.`
}

const [path] = mailChoicesQuery.queryKey

export function MailChoices() {
  const choices = useQuery(mailChoicesQuery)
  const change = useAction({
    send: ({ kind, isWanted }: MailChoice) => put<MailChoice[]>(`${path}/${kind}`, { isWanted }),
    sets: [path],
    // Each answer has all choices, and an earlier one must not overwrite a later one.
    queue: path,
    done: (_choices, { isWanted }) => (isWanted ? 'Email turned on' : 'Email turned off'),
    failure: 'Your choice was not saved',
  })

  return (
    <Card
      titleAs="h3"
      title="Emails About Your Referrals"
      description="Turn off the ones you don’t want. If you’ve withdrawn your consent to email, we won’t send any of these."
    >
      <Loaded query={choices} what="Your email choices" skeleton="h-36">
        {(found) => (
          <ul className="grid gap-2 border-t pt-4">
            {found.map(({ kind, isWanted }) => (
              <li key={kind}>
                <Switch
                  label={mailKindNames[kind]}
                  checked={isWanted}
                  onChange={(wanted) => void change.act({ kind, isWanted: wanted })}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

export function WhatWeSend() {
  const { data: consents } = useQuery(consentsQuery)
  const may = (kind: string) => consents?.some((one) => one.kind === kind && one.isGiven) ?? false
  return (
    <Card titleAs="h3" title="What We Send You">
      <Facts areProse>
        <Fact name="Always, by email">
          <p>
            Decisions about you and your documents, security notices, password resets, replies to
            your messages, and changes to your payment details.
          </p>
          <p className="mt-1 text-sm text-muted">
            These keep your account safe or answer you, so they can’t be turned off.
          </p>
        </Fact>
        <Fact name="By email, if you like">
          <p>Emails about your referrals, and other emails from our team.</p>
          <p className="mt-1 text-sm text-muted">
            Turn them off below, or with the link in each of them, without logging in.
          </p>
        </Fact>
        <Fact name="By text">
          {may('texts')
            ? 'You’ve agreed to texts, so we may text you about your application and your introduction. Reply STOP to any of them to opt out.'
            : 'We only text you if you agree below.'}
        </Fact>
        <Fact name="By phone">
          {may('calls')
            ? 'You’ve agreed to calls, so our team may call you.'
            : 'We only call you if you agree below. Otherwise we email you.'}
        </Fact>
      </Facts>
    </Card>
  )
}
