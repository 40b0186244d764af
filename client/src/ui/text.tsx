import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { pages } from '@shared/pages'
import { formatPhone, phoneAddress } from '@/lib/format'
import { cx } from './class-names'

/** A text cut at its end only where two lines don't do, which a table's row has room for. */
export function TwoLines(props: { text: string; className?: string; children?: ReactNode }) {
  const { text, className, children } = props
  return (
    <span
      title={text}
      className={cx(
        'line-clamp-2 min-w-0 leading-4.5 wrap-break-word stacked:leading-normal stacked:wrap-anywhere',
        className,
      )}
    >
      {children ?? text}
    </span>
  )
}

/** The description of what opens one. */
export const inNewTab = 'Opens in a new tab'

/** A link that says that it leaves the page where it is; a description, so that it is in no label around it. */
export const NewTabLink = (props: Omit<ComponentProps<'a'>, 'target' | 'rel' | 'title'>) => (
  <a {...props} target="_blank" rel="noopener noreferrer" title={inNewTab} />
)

const mostLetters = 64

/** A name within a sentence: a very long one is cut, and whole where one points at it. */
export function Shortened({ text }: { text: string }) {
  const letters = Array.from(text)
  if (letters.length <= mostLetters) return text
  return (
    <span title={text}>
      {letters
        .slice(0, mostLetters - 1)
        .join('')
        .trimEnd()}
      …
    </span>
  )
}

/** A day that never breaks; the time beside it is a tooltip, and is written out on cards, on a line of its own if need be. */
export function ShortDate({ day, full }: { day: string; full: string }) {
  return (
    <span title={full} className="figures whitespace-nowrap stacked:whitespace-normal">
      <span className="stacked:hidden">{day}</span>
      <span className="hidden stacked:inline">{full}</span>
    </span>
  )
}

/** A date and a time that break between the two and nowhere else. */
export function DateTime({ text }: { text: string }) {
  const cut = text.lastIndexOf(', ') + 1
  return (
    <span className="figures">
      <span className="whitespace-nowrap">{text.slice(0, cut)}</span>{' '}
      <span className="whitespace-nowrap">{text.slice(cut).trim()}</span>
    </span>
  )
}

/** Leads to all that is known of someone; of an account that is gone, or never was, it says so. */
export function UserLink({
  user,
  without,
}: {
  user: { id: number; name: string } | null
  without: string
}) {
  if (!user) return <span className="text-muted">{without}</span>
  return (
    <Link
      className="link wrap-anywhere pointer-coarse:py-3.25"
      href={`${pages.adminUsers}?open=${user.id}`}
    >
      <bdi>
        <Shortened text={user.name} />
      </bdi>
    </Link>
  )
}

/** A phone number in the one format, to be dialed. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="link figures whitespace-nowrap pointer-coarse:py-3.25" href={phoneAddress(phone)}>
      {formatPhone(phone)}
    </a>
  )
}
