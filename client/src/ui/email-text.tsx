import { Fragment } from 'react'

/** An email address, or a user name that may be one; it breaks before its @ where it must break. */
export function EmailText({ email }: { email: string }) {
  const at = Math.max(0, email.lastIndexOf('@'))
  return (
    <span className="wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

/** In a table's row: on two lines where it must be, and each of them cut at its own end, so that the domain stays. */
export function ListedEmail({ email }: { email: string }) {
  const at = Math.max(0, email.lastIndexOf('@'))
  const parts = [email.slice(0, at), email.slice(at)].filter(Boolean)
  return (
    <span
      title={email}
      className="block min-w-0 leading-4.5 narrow:truncate stacked:leading-normal stacked:wrap-anywhere"
    >
      {parts.map((part) => (
        <Fragment key={part}>
          <wbr />
          <span className="inline-block max-w-full truncate align-bottom stacked:inline stacked:whitespace-normal">
            {part}
          </span>
        </Fragment>
      ))}
    </span>
  )
}
