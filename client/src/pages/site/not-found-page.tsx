import { Link } from 'wouter'
import { useDocumentTitle } from '@/lib/use-document-title'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { Motif } from '@/ui/logo'

export function NotFoundPage() {
  useDocumentTitle('404 Page Not Found')
  return (
    <div className="shell flex flex-col items-center py-section text-center">
      <Motif strokeWidth={1.5} className="h-20 w-auto" />
      <h1 tabIndex={-1} className="mt-8">
        404 Page Not Found
      </h1>
      <p className="mt-4 text-balance text-muted">Did you forget to add the page to the router?</p>
      <p className="mt-4 text-lg text-balance">
        We couldn’t find that page. Go home or contact support.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-4">
        <Link href={paths.home} className={buttonClass({})}>
          Go Home
        </Link>
        <Link href={paths.support} className={buttonClass({ variant: 'secondary' })}>
          Contact Support
        </Link>
      </div>
    </div>
  )
}
