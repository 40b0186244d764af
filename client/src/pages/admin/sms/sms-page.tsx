import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { textStatuses } from '@shared/list-choices'
import type { ListedText, TextSettings } from '@shared/texts'
import {
  smsQuery,
  textSettingsQuery,
  textsPath,
  textsQuery,
  EventSwitches,
  textKindNames,
} from '@/features/texts/api'
import { ProviderForm, TestTextForm } from '@/features/texts/provider-form'
import { formatCount, formatDateTime, formatPhone } from '@/lib/format'
import { post } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { useListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { LoadError, Loaded, Skeleton } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import { UserLink } from '@/ui/text'
import { ListPage } from '../list-page'
import { outboxColumns, whileLeaving } from '../outbox-columns'
import { PageTabs } from '../page-tabs'
import { SendText } from './send-text'

/** Text messages: what they need while no provider is connected, afterward sending and settings. */
export function SmsPage() {
  const stored = useQuery(textSettingsQuery)
  return (
    <Loaded query={stored} what="The settings" skeleton="h-96" isQuiet>
      {(settings) =>
        settings.provider ? <Connected settings={settings} /> : <NotConnected settings={settings} />
      }
    </Loaded>
  )
}

function Connected({ settings }: { settings: TextSettings }) {
  const send = (
    <div className="grid max-w-5xl items-start gap-6 lg:grid-cols-[2fr_1fr]">
      <Card
        title="Send Text"
        description="To one person who agreed to text messages. We send it between 9 AM and 8 PM in their time zone and their number’s area."
      >
        <SendText programName={settings.programName} />
      </Card>
      <Consents />
    </div>
  )
  const events = (
    <Card
      className="max-w-3xl p-5 md:p-7"
      title="Events"
      description="Choose which updates partners get by text, if they agreed to text messages. Everything is off until you turn it on."
    >
      <EventSwitches settings={settings} />
    </Card>
  )
  const provider = (
    <div className="grid max-w-5xl items-start gap-6 lg:grid-cols-[2fr_1fr]">
      <Card title="Text Message Provider">
        <ProviderForm settings={settings} />
      </Card>
      <Card title="Send Test Text">
        <TestTextForm />
      </Card>
    </div>
  )
  return (
    <PageTabs
      label="SMS Integration"
      tabs={[
        { value: 'send', label: 'Send Text', content: send },
        { value: 'outbox', label: 'Outbox', content: <TextOutbox /> },
        { value: 'events', label: 'Events', content: events },
        { value: 'provider', label: 'Provider', content: provider },
      ]}
    />
  )
}

const needs = [
  {
    title: 'A text message provider',
    text: 'An account with Twilio, and a US number or messaging service that can send texts.',
  },
  {
    title: 'A registered campaign',
    text: 'US carriers block business texts from numbers whose brand and campaign are not registered with them (A2P 10DLC).',
  },
  {
    title: 'Consent',
    text: 'Only partners who agreed to text messages may be texted. The portal records each partner’s answer, the words they agreed to, and when they gave or withdrew it.',
  },
  {
    title: 'Opt-out',
    text: 'A reply of STOP must end all texts right away, and HELP must be answered: leave the provider’s own replies on. Texts may go out only between 8 AM and 9 PM in the recipient’s time zone; the portal sends them only between 9 AM and 8 PM.',
  },
] as const

function NotConnected({ settings }: { settings: TextSettings }) {
  return (
    <div className="grid max-w-5xl gap-6">
      <Notice tone="warning" title="SMS is not configured">
        No text message provider is connected, so the portal can’t send texts.
      </Notice>
      <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
        <Card title="What SMS Needs">
          <ol className="grid gap-5">
            {needs.map(({ title, text }) => (
              <li key={title}>
                <h3 className="text-base">{title}</h3>
                <p className="mt-1 max-w-measure text-muted">{text}</p>
              </li>
            ))}
          </ol>
        </Card>
        <Consents />
      </div>
      <Card title="Text Message Provider">
        <ProviderForm settings={settings} />
      </Card>
    </div>
  )
}

function Consents() {
  const { data, isError, refetch } = useQuery(smsQuery)
  return (
    <Card title="Agreed to Text Messages">
      {isError ? (
        <LoadError what="The count" onRetry={refetch} />
      ) : (
        <>
          <div className="figures font-display text-3xl">
            {data ? (
              <span>{formatCount(data.agreed)}</span>
            ) : (
              <Skeleton className="my-1.5 h-7 w-12" />
            )}
          </div>
          <p className="mt-1 text-muted">
            {data?.agreed === 1 ? 'partner' : 'partners'} agreed to receive text messages.
          </p>
        </>
      )}
    </Card>
  )
}

/** Every text that the portal has to send or has sent, and the outcome. */
function TextOutbox() {
  const address = useListAddress({ statuses: textStatuses })
  const { status, cursor } = address
  const list = useQuery({ ...textsQuery({ status, cursor }), ...whileLeaving })
  const canceling = useAction({
    send: (id: number) => post<ListedText>(`${textsPath}/${id}/cancel`),
    refreshes: [textsPath],
    done: 'Text canceled',
    failure: 'The text was not canceled',
  })

  return (
    <ListPage
      address={address}
      list={list}
      nouns={{ singular: 'text', plural: 'texts' }}
      emptyTexts={{
        noneYet: 'No texts yet',
        whatAppears: 'Every text message the portal sends appears here.',
      }}
      caption="Outbox"
      columns={outboxColumns<ListedText>({
        names: [
          {
            header: 'Person',
            cell: ({ person, recipient }) => (
              <>
                <UserLink user={person} without="" />
                <div className="figures text-sm whitespace-nowrap">{formatPhone(recipient)}</div>
              </>
            ),
          },
          { header: 'About', cell: ({ kind }) => textKindNames[kind] },
        ],
        describeNext: ({ nextAttemptAt }) =>
          nextAttemptAt && `Will be sent ${formatDateTime(nextAttemptAt)}`,
        actions: (text) =>
          text.status === 'queued' ? (
            <Button
              size="sm"
              variant="secondary"
              aria-label={`Cancel the text to ${text.person.name}`}
              icon={<Ban />}
              disabled={canceling.sending === text.id}
              onClick={() => void canceling.act(text.id)}
            >
              Cancel
            </Button>
          ) : null,
      })}
      density="dense"
    />
  )
}
