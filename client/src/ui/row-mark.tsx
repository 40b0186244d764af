import { MessageCircleQuestion, type LucideIcon } from 'lucide-react'
import { formatMonthDay } from '@/lib/format'

/** A warning about a row, as an icon with its words, so that the row stays one line high. */
export function RowMark({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <span
      title={text}
      className="inline-flex items-center rounded-full bg-warning-surface px-1.5 text-warning"
    >
      <Icon aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
      <span className="sr-only">{text}</span>
    </span>
  )
}

/** Tells what is pending because someone owes an answer from what is pending because no one has decided. */
export function AskedMark({ askedAt }: { askedAt: string | undefined }) {
  if (!askedAt) return null
  const text = `Asked on ${formatMonthDay(askedAt)}, waiting for them`
  return <RowMark icon={MessageCircleQuestion} text={text} />
}
