import type { ReactNode, Ref } from 'react'
import { brand } from '@/lib/brand'
import { cx } from '@/ui/class-names'
import { SkipLink } from '@/ui/skip-link'
import { AccountHeader, type AccountHeaderProps } from './account-header'

interface AccountLayoutProps extends AccountHeaderProps {
  title: string
  /** Of the content below the header. */
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** What the pages have in common that someone has to log in for. */
export function AccountLayout({ title, ref, children, ...header }: AccountLayoutProps) {
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <AccountHeader {...header} />
      <main
        ref={ref}
        id="main"
        tabIndex={-1}
        className="shell grid grid-cols-[minmax(0,1fr)] gap-3 py-5 md:gap-8 md:py-12"
      >
        {/* On a phone, the logo right above says the same. */}
        <h1 tabIndex={-1} className={cx(title === brand.portalName && 'max-md:sr-only')}>
          {title}
        </h1>
        {children}
      </main>
    </div>
  )
}
