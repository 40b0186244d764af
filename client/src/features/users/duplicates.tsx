import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { Duplicate, DuplicateSign } from '@shared/duplicates'
import type { ReviewStatus } from '@shared/review'
import type { ListedUser } from '@shared/users'
import { formatDate, formatPhone, fullName } from '@/lib/format'
import { lazyPart } from '@/lib/lazy-part'
import { paths, withQuery } from '@/lib/paths'
import { Button } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { Notice } from '@/ui/notice'
import { StatusBadge } from '@/ui/badge'
import { duplicatesQuery } from './duplicates-api'

const DismissalForm = lazyPart(() => import('./dismissal-form').then((part) => part.DismissalForm))

/** An office's phone, or a sample that many sent, must not fill the panel. */
const shownAtFirst = 3

/** Says which other accounts may be the same person's. It marks them, and stops no one. */
export function Duplicates({ user }: { user: ListedUser }) {
  const { data } = useQuery(duplicatesQuery(user.id))
  if (!data || data.length === 0) return null
  const suspected = data.filter(({ dismissed }) => !dismissed)
  return (
    <section aria-label="Other accounts" className="grid gap-3">
      {suspected.length > 0 ? <Suspected user={user} suspected={suspected} /> : null}
      {data.map((duplicate) => (
        <Dismissed key={duplicate.id} duplicate={duplicate} />
      ))}
    </section>
  )
}

/** In the order in which they are compared. */
const signNames: Record<DuplicateSign, string> = {
  name: 'Name, network, and day',
  phone: 'Phone',
  email: 'Mailbox',
  document: 'Document',
}
const allSigns: readonly DuplicateSign[] = ['name', 'phone', 'email', 'document']

/** The accounts side by side with this person's, what agrees marked, and one answer about all of them. */
function Suspected({ user, suspected }: { user: ListedUser; suspected: readonly Duplicate[] }) {
  const [isLong, setIsLong] = useState(false)
  const [isDismissing, setIsDismissing] = useState(false)
  const shown = isLong ? suspected : suspected.slice(0, shownAtFirst)
  const shared = allSigns.filter((sign) => suspected.some(({ signs }) => signs.includes(sign)))
  const many = suspected.length > 1
  return (
    <Notice
      tone="warning"
      title={`May be the same person as ${many ? `${suspected.length} others` : suspected[0]?.name}`}
      actions={
        isDismissing ? null : (
          <>
            {shown.length < suspected.length ? (
              <Button size="sm" variant="secondary" onClick={() => setIsLong(true)}>
                Show All {suspected.length}
              </Button>
            ) : null}
            <Button size="sm" variant="secondary" onClick={() => setIsDismissing(true)}>
              {many ? 'None Is the Same Person' : 'Not the Same Person'}
            </Button>
          </>
        )
      }
    >
      <div className="-mx-1 overflow-x-auto px-1">
        <table className="text-left text-sm">
          <thead>
            <tr className="text-muted">
              <th className="py-1 pr-4 font-normal">Account</th>
              {shared.map((sign) => (
                <th key={sign} className="py-1 pr-4 font-normal">
                  {signNames[sign]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Compared name={fullName(user)} account={user} shared={shared} />
            {shown.map((duplicate) => (
              <Compared
                key={duplicate.id}
                name={<PersonLink duplicate={duplicate} />}
                account={duplicate}
                shared={shared}
                signs={duplicate.signs}
              />
            ))}
          </tbody>
        </table>
      </div>
      {isDismissing ? (
        <DismissalForm userId={user.id} others={suspected} onDone={() => setIsDismissing(false)} />
      ) : null}
    </Notice>
  )
}

interface ComparedProps {
  name: ReactNode
  account: { email: string; phoneNumber: string; status: ReviewStatus; createdAt: string }
  shared: readonly DuplicateSign[]
  /** The signs that another account has in common with this person. */
  signs?: readonly DuplicateSign[]
}

function Compared({ name, account, shared, signs }: ComparedProps) {
  const { email, phoneNumber, status, createdAt } = account
  const values: Partial<Record<DuplicateSign, string>> = {
    name: formatDate(createdAt),
    phone: formatPhone(phoneNumber),
    email,
  }
  return (
    <tr className="border-t border-warning/25 align-top">
      <th scope="row" className="py-1.5 pr-4 font-normal">
        <span className="grid justify-items-start gap-1 wrap-anywhere">
          {name}
          <StatusBadge status={status} />
        </span>
      </th>
      {shared.map((sign) => {
        const isSame = signs?.includes(sign)
        return (
          <td key={sign} className={cx('py-1.5 pr-4 wrap-anywhere', isSame && 'font-medium')}>
            {isSame ? (
              <>
                <Check aria-hidden="true" className="mr-1 inline size-4 text-warning" />
                <span>Same </span>
              </>
            ) : null}
            <span>{values[sign] ?? (signs && !isSame ? 'Another' : '')}</span>
          </td>
        )
      })}
    </tr>
  )
}

function Dismissed({ duplicate }: { duplicate: Duplicate }) {
  const { dismissed } = duplicate
  if (!dismissed) return null
  return (
    <p className="text-sm wrap-anywhere text-muted">
      Not the same person as <PersonLink duplicate={duplicate} />
      <span>
        {`: ${dismissed.reason} (${dismissed.by ?? 'a deleted account'}, ${formatDate(dismissed.at)})`}
      </span>
    </p>
  )
}

const PersonLink = ({ duplicate }: { duplicate: Duplicate }) => (
  <Link
    className="link wrap-anywhere"
    href={withQuery(paths.adminUsers, { open: String(duplicate.id) })}
  >
    {duplicate.name}
  </Link>
)
