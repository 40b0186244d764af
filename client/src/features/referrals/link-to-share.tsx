import { CopyButton } from '@/ui/copy-button'

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

/** A referral link that is broken before its code, where it doesn't fit on one line. */
export function LinkText({ link }: { link: string }) {
  const codeAt = link.lastIndexOf('/') + 1
  return (
    <>
      {link.slice(0, codeAt)}
      <wbr />
      {link.slice(codeAt)}
    </>
  )
}
