import { CopyButton } from '@/ui/copy-button'
import { LinkText } from './link-text'

/** A referral link, to be read and copied. */
export function LinkToShare({ link }: { link: string }) {
  return (
    <p className="flex items-center gap-2 rounded-lg border bg-white px-4 py-2.5">
      <span className="min-w-0 flex-1 font-medium wrap-anywhere text-ink">
        <LinkText link={link} />
      </span>
      <CopyButton label="Copy your referral link" text={link} />
    </p>
  )
}
