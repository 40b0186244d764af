import { Mail, Phone } from 'lucide-react'
import { fullName, phoneAddress } from '@/lib/format'
import { buttonClass } from '@/ui/button'

const look = buttonClass({ size: 'sm', variant: 'ghost', className: 'px-2!' })

/** Writing to a person and calling them, from the programs that do that. */
export function ContactLinks({
  person,
}: {
  person: { firstName: string; lastName: string; email: string; phoneNumber: string }
}) {
  const name = fullName(person)
  return (
    <>
      <a href={`mailto:${person.email}`} aria-label={`Email ${name}`} className={look}>
        <Mail aria-hidden="true" strokeWidth={1.75} className="size-[1.125em]" />
        Email
      </a>
      <a href={phoneAddress(person.phoneNumber)} aria-label={`Call ${name}`} className={look}>
        <Phone aria-hidden="true" strokeWidth={1.75} className="size-[1.125em]" />
        Call
      </a>
    </>
  )
}
