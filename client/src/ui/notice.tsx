import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { announce } from '@/lib/announce'
import { wasPressedHere } from '@/lib/focus'
import { isShown } from '@/lib/is-shown'
import { cx } from './class-names'

const tones = {
  info: { look: 'border-hairline bg-sand-light', accent: 'text-evergreen', Icon: Info },
  success: {
    look: 'border-success/25 bg-success-surface',
    accent: 'text-success',
    Icon: CircleCheck,
  },
  warning: {
    look: 'border-warning/25 bg-warning-surface',
    accent: 'text-warning',
    Icon: TriangleAlert,
  },
  danger: { look: 'border-danger/25 bg-danger-surface', accent: 'text-danger', Icon: CircleAlert },
}

type NoticeProps = {
  tone?: keyof typeof tones
  title?: ReactNode
  actions?: ReactNode
  /** It is said even where nothing was pressed before. */
  isNews?: boolean
  className?: string
  children?: ReactNode
}

/** One that appears after something was pressed is said, and its title may take the focus of what was there before. */
export function Notice(props: NoticeProps) {
  const { tone = 'info', title, actions, isNews = false, className, children } = props
  const { look, accent, Icon } = tones[tone]
  const box = useRef<HTMLDivElement>(null)
  const last = useRef('')
  useEffect(() => {
    // A list is for whoever goes there.
    const parts = [...(box.current?.querySelectorAll('[data-said]:not(:has(ul))') ?? [])].map(
      ({ textContent }) => textContent ?? '',
    )
    if (parts.join() === last.current) return
    last.current = parts.join()
    // A tab that is not open says nothing.
    if (box.current && isShown(box.current) && (isNews || wasPressedHere()))
      announce(parts, tone === 'danger' ? 'assertive' : 'polite')
  })

  return (
    <div ref={box} className={cx('flex gap-3 rounded-lg border px-4 py-3.5', look, className)}>
      <span aria-hidden="true" className={cx('mt-0.75 shrink-0 [&>svg]:size-5', accent)}>
        <Icon strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1">
        {title ? (
          <p data-said data-title tabIndex={-1} className={cx('font-medium', accent)}>
            {title}
          </p>
        ) : null}
        {children ? (
          <div data-said className="text-pretty text-ink">
            {children}
          </div>
        ) : null}
        {actions ? <div className="mt-3 flex flex-wrap gap-3">{actions}</div> : null}
      </div>
    </div>
  )
}

interface TestResultProps {
  /** Null before the test and during it. */
  outcome: { success: boolean; message: string } | null
  titles?: { success?: string; failure: string }
}

const connectionTitles = { success: 'Connection Successful', failure: 'Connection Failed' }

/** The outcome of a test, of a connection unless its titles say otherwise. */
export function TestResult({ outcome, titles = connectionTitles }: TestResultProps) {
  if (!outcome) return null
  const { success, message } = outcome
  return (
    <Notice
      tone={success ? 'success' : 'danger'}
      title={success ? titles.success : titles.failure}
      className="mt-5"
    >
      <span className="wrap-anywhere">{message}</span>
    </Notice>
  )
}
