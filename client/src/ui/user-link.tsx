import { Link } from 'wouter'
import { paths, withQuery } from '@/lib/paths'
import { Shortened } from './shortened'

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
      className="link wrap-anywhere pointer-coarse:py-2.5"
      href={withQuery(paths.adminUsers, { open: String(user.id) })}
    >
      <bdi>
        <Shortened text={user.name} />
      </bdi>
    </Link>
  )
}
