import type { ReactNode } from 'react'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '@/lib/paths'

type PageBannerProps = { title: string; subtitle: ReactNode; illustration?: ReactNode }

export function PageBanner({ title, subtitle, illustration }: PageBannerProps) {
  return (
    <div className="border-b bg-sand-light">
      <div className="shell flex items-end justify-between gap-10 pt-5 pb-10 md:pt-8 md:pb-16">
        <div className="min-w-0">
          <BackHome />
          <h1 tabIndex={-1} className="mt-6 md:mt-10">
            {title}
          </h1>
          <p className="mt-3 max-w-measure text-lg text-muted">{subtitle}</p>
        </div>
        {illustration ? <div className="shrink-0 max-md:hidden">{illustration}</div> : null}
      </div>
    </div>
  )
}

function BackHome() {
  return (
    <Link href={paths.home} className="link inline-flex min-h-11 items-center gap-2 text-sm">
      <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.75} />
      Back to Home
    </Link>
  )
}
