import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { formatDateTime } from '@/lib/format'
import { paths, withQuery } from '@/lib/paths'
import { PanelSection } from '@/ui/card'

interface TrailSectionProps {
  title: string
  /** The filter of the audit trail that shows all of it. */
  about: Record<string, string>
  children: ReactNode
}

/** What was recorded about the subject of a panel. */
export const TrailSection = ({ title, about, children }: TrailSectionProps) => (
  <PanelSection
    title={title}
    className="grid gap-2 border-t pt-4"
    actions={
      <Link
        href={withQuery(paths.adminAudit, about)}
        className="link py-2 text-sm pointer-coarse:py-3"
      >
        Show in Audit Trail
      </Link>
    }
  >
    {children}
  </PanelSection>
)

interface TrailEntryProps {
  what: ReactNode
  /** Its words. */
  body?: string | null
  who: ReactNode
  at: string
  /** The dialog in which it is read. */
  open?: (onClose: () => void) => ReactNode
}

export function TrailEntry({ what, body, who, at, open }: TrailEntryProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className="min-w-0 border-l-2 pl-3">
      <p className="wrap-anywhere">
        {open ? (
          <button
            type="button"
            className="link text-left wrap-anywhere pointer-coarse:min-h-11"
            onClick={() => setIsOpen(true)}
          >
            {what}
          </button>
        ) : (
          what
        )}
      </p>
      {body ? (
        <p dir="auto" className="my-1 line-clamp-6 wrap-anywhere whitespace-pre-line">
          {body}
        </p>
      ) : null}
      <p className="text-muted">
        {who} · <span className="figures whitespace-nowrap">{formatDateTime(at)}</span>
      </p>
      <>{isOpen ? open?.(() => setIsOpen(false)) : null}</>
    </li>
  )
}
