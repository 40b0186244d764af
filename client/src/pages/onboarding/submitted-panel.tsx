import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '@/lib/paths'
import { Notice } from '@/ui/notice'
import { ShownFirst } from '@/ui/shown-first'

/** What was done, and where the applicant is taken next. */
export function SubmittedPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <ShownFirst>
      <Notice tone="success" role="status" title={title}>
        {children} Taking you to{' '}
        <Link href={paths.dashboard} className="link">
          your dashboard
        </Link>{' '}
        now.
      </Notice>
    </ShownFirst>
  )
}
