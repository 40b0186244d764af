import { Mail, MessageSquare, Phone } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useWaysToReach } from '@/features/consents/api'
import { fullName, phoneAddress } from '@/lib/format'
import { lazyPart } from '@/lib/lazy-part'
import { paths, withQuery } from '@/lib/paths'
import { useShortcuts } from '@/lib/use-shortcuts'
import { Button, buttonClass } from '@/ui/button'

const WriteMail = lazyPart(() =>
  import('@/features/mail/write-mail').then((part) => part.WriteMail),
)
type Writing = Omit<ComponentProps<typeof WriteMail>, 'onClose'>

const look = buttonClass({ size: 'sm', variant: 'ghost', className: 'px-2!' })

/** Writing to a person and, where they agreed to it, calling and texting them. */
export function ContactLinks({
  person,
}: {
  /** `id`: of their account; null for someone who has none yet. */
  person: {
    id: number | null
    firstName: string
    lastName: string
    email: string
    phoneNumber: string
  }
}) {
  const name = fullName(person)
  const { ways } = useWaysToReach(person.id)
  const button = useRef<HTMLButtonElement>(null)
  // The review may go on to someone else meanwhile: the email stays with this one.
  const [writing, setWriting] = useState<Writing | null>(null)
  const write = () => setWriting({ to: { name, email: person.email }, beside: button.current })
  useShortcuts({ e: write })
  return (
    <>
      <Button
        ref={button}
        size="sm"
        variant="ghost"
        icon={<Mail />}
        aria-label={`Email ${name}`}
        className="px-2!"
        onClick={write}
      >
        Email
      </Button>
      {writing ? (
        <WriteMail
          key={writing.to.email}
          {...writing}
          onClose={() => setWriting((now) => (now === writing ? null : now))}
        />
      ) : null}
      {ways?.calls ? (
        <a href={phoneAddress(person.phoneNumber)} aria-label={`Call ${name}`} className={look}>
          <Phone strokeWidth={1.75} className="size-[1.125em]" />
          Call
        </a>
      ) : null}
      {ways?.texts ? (
        <Link
          href={withQuery(paths.adminSms, { to: String(person.id) })}
          aria-label={`Text ${name}`}
          className={look}
        >
          <MessageSquare strokeWidth={1.75} className="size-[1.125em]" />
          Text
        </Link>
      ) : null}
    </>
  )
}
