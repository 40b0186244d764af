import { Link } from 'wouter'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

/** Inside the layout, whose heading says '404 Page Not Found'. */
export function AdminNotFound() {
  return (
    <EmptyState
      title="Did you forget to add the page to the router?"
      action={
        <Link href={paths.admin} className={buttonClass({})}>
          Go to the Dashboard
        </Link>
      }
    />
  )
}
