import { Link } from 'wouter'
import { pages } from '@shared/pages'
import { Shortened } from './truncate'

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
