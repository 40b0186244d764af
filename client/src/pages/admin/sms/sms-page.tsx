import { useQuery } from '@tanstack/react-query'
import { smsQuery } from '@/features/mail/api'
import { formatCount } from '@/lib/format-count'
import { Card, CardHeader } from '@/ui/card'
import { LoadError } from '@/ui/load-error'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'

const needs = [
  {
    title: 'A text message provider',
    text: 'An account with a provider such as Twilio, and a US number that can send texts.',
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
    text: 'A reply of STOP must end all texts at once, and HELP must be answered. Texts may go out only between 8am and 9pm in the recipient’s time zone.',
  },
] as const

/** What text messages would need; the portal sends none. */
export function SmsPage() {
  return (
    <div className="grid max-w-5xl gap-6">
      <Notice tone="warning" title="SMS is not configured">
        No text message provider is connected, so the portal can’t send texts.
      </Notice>
      <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
        <Card as="section" aria-labelledby="sms-needs">
          <CardHeader id="sms-needs" title="What SMS Needs" />
          <ol className="grid gap-5">
            {needs.map(({ title, text }) => (
              <li key={title}>
                <h3 className="text-base">{title}</h3>
                <p className="mt-1 max-w-measure text-muted">{text}</p>
              </li>
            ))}
          </ol>
        </Card>
        <Card as="section" aria-labelledby="sms-consents">
          <CardHeader id="sms-consents" title="Agreed to Text Messages" />
          <ConsentCount />
        </Card>
      </div>
    </div>
  )
}

function ConsentCount() {
  const { data, isError, refetch } = useQuery(smsQuery)
  if (isError) {
    return <LoadError what="The count" onRetry={refetch} />
  }
  return (
    <>
      <div className="figures font-display text-3xl">
        {data ? <span>{formatCount(data.agreed)}</span> : <Skeleton className="my-1.5 h-7 w-12" />}
      </div>
      <p className="mt-1 text-muted">
        {data?.agreed === 1 ? 'partner' : 'partners'} agreed to receive text messages.
      </p>
    </>
  )
}
