import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '@/lib/paths'

export function BackHome() {
  return (
    <Link href={paths.home} className="link inline-flex min-h-11 items-center gap-2 text-sm">
      <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.75} />
      Back to Home
    </Link>
  )
}
