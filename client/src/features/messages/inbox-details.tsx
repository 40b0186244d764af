import { CircleCheck, Eye, Mail } from 'lucide-react'
import type { ListedMessage, ListedReferral, MessageStatus } from '@shared/messages'
import { formatDateTime } from '@/lib/format'
import { Badge } from '@/ui/badge'
import { Fact, Facts } from '@/ui/facts'
import { PhoneLink } from '@/ui/text'
import type { InboxItem } from './inbox-api'

/** The title of the opened message or referral, and where 'Reply by Email' leads, if anywhere. */
export function describeItem(item: InboxItem): { title: string; reply: string | null } {
  return item.kind === 'support'
    ? {
        title: item.subject,
        reply: item.email && mailtoAddress(item.email, replySubject(item.subject)),
      }
    : {
        title: `Referral of ${item.referralName}`,
        reply: mailtoAddress(item.email, `Your referral of ${item.referralName}`),
      }
}

export function InboxDetails({ item }: { item: InboxItem }) {
  return item.kind === 'support' ? <Message item={item} /> : <Referral item={item} />
}

function Message({ item }: { item: ListedMessage }) {
  return (
    <>
      <Facts areProse>
        <StatusAndTime item={item} />
        <Fact name="From">
          <bdi className="wrap-anywhere">{item.name ?? 'No name given'}</bdi>
        </Fact>
        <Fact name="Email">
          {item.email ? (
            <MailLink email={item.email} />
          ) : (
            'Unknown: more than one account has or had this number'
          )}
        </Fact>
      </Facts>
      <h3 className="mt-8 mb-3">Message</h3>
      <p dir="auto" className="max-w-measure wrap-anywhere whitespace-pre-wrap">
        {item.message}
      </p>
    </>
  )
}

function Referral({ item }: { item: ListedReferral }) {
  return (
    <>
      <Facts areProse>
        <StatusAndTime item={item} />
      </Facts>
      <h3 className="mt-8 mb-4">Person Referred</h3>
      <Contact name={item.referralName} email={item.referralEmail} phone={item.referralPhone} />
      <h3 className="mt-8 mb-4">Referred By</h3>
      <Contact name={item.name} email={item.email} phone={item.phone} />
    </>
  )
}

function StatusAndTime({ item }: { item: InboxItem }) {
  return (
    <>
      <Fact name="Status">
        <InboxStatus status={item.status} />
      </Fact>
      <Fact name="Received">{formatDateTime(item.createdAt)}</Fact>
    </>
  )
}

function Contact({ name, email, phone }: { name: string; email: string; phone: string }) {
  return (
    <Facts areProse>
      <Fact name="Name">
        <bdi className="wrap-anywhere">{name}</bdi>
      </Fact>
      <Fact name="Email">
        <MailLink email={email} />
      </Fact>
      <Fact name="Phone">
        <PhoneLink phone={phone} />
      </Fact>
    </Facts>
  )
}

function MailLink({ email }: { email: string }) {
  return (
    <a className="link wrap-anywhere pointer-coarse:py-3.25" href={mailtoAddress(email)}>
      {email}
    </a>
  )
}

/** Opens the administrator's own mail program with a mail begun. */
export function mailtoAddress(email: string, subject?: string): string {
  // Everything but the @ is escaped, so that no address can smuggle in further recipients.
  const to = encodeURIComponent(email).replace('%40', '@')
  return subject ? `mailto:${to}?subject=${encodeURIComponent(subject)}` : `mailto:${to}`
}

/** 'Re: …', once however often it was answered. */
export const replySubject = (subject: string): string =>
  /^re:/i.test(subject) ? subject : `Re: ${subject}`

const looks = {
  new: { tone: 'warning', word: 'New', icon: Mail },
  read: { tone: 'neutral', word: 'Read', icon: Eye },
  done: { tone: 'success', word: 'Done', icon: CircleCheck },
} as const

export function InboxStatus({ status }: { status: MessageStatus }) {
  const { word, ...look } = looks[status]
  return <Badge {...look}>{word}</Badge>
}
