import type { ReactNode } from 'react'
import { brand } from '@/lib/brand'
import { useDocumentTitle } from '@/lib/use-document-title'
import { Card } from '@/ui/card'
import { cx } from '@/ui/class-names'
import { Logo } from '@/ui/logo'

interface GatePanelProps {
  title: string
  size?: 'md' | 'lg'
  children: ReactNode
}

/** Replaces a page that is not shown yet, at the same address. */
export function GatePanel({ title, size = 'md', children }: GatePanelProps) {
  useDocumentTitle(title)
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <Logo name={brand.portalName} />
      <Card className={cx('mt-8 w-full p-5 md:p-7', size === 'lg' ? 'max-w-3xl' : 'max-w-md')}>
        <h1 tabIndex={-1} className="text-2xl">
          {title}
        </h1>
        {children}
      </Card>
    </main>
  )
}
