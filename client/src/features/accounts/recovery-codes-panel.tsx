import { Copy, Download, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { brand } from '@/lib/brand'
import { Button, buttonClass } from '@/ui/button'
import { copyText } from '@/ui/copy-text'
import { Notice } from '@/ui/notice'

interface RecoveryCodesPanelProps {
  email: string
  codes: string[]
  /** Two-step login was on before, with other codes. */
  areRenewed: boolean
  heading: 'h2' | 'h4'
  onDone: () => void
}

export function RecoveryCodesPanel({
  email,
  codes,
  areRenewed,
  heading: Heading,
  onDone,
}: RecoveryCodesPanelProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const [isCopied, setIsCopied] = useState(false)
  const text = codes.join('\n')
  // The form that had the focus is gone.
  useEffect(() => {
    title.current?.focus()
  }, [])

  return (
    <>
      {areRenewed ? (
        <Notice tone="success" role="status" title="You have new recovery codes">
          Your old codes no longer work. You’re logged out on all other devices.
        </Notice>
      ) : (
        <Notice tone="success" role="status" title="Two-step login is on">
          From now on, you’ll need a code from your app to log in. You’re logged out on all other
          devices.
        </Notice>
      )}
      <Heading ref={title} tabIndex={-1} className="mt-6 text-lg">
        Recovery codes
      </Heading>
      <p className="mt-2 max-w-measure text-muted">
        Use one of these if you don’t have your phone. Each works once. Save them in your password
        manager or print them now: we won’t show them again.
      </p>
      <div data-printed>
        <p className="hidden print:block">{`${brand.portalName}: recovery codes for ${email}`}</p>
        <ul className="mt-4 grid gap-x-8 gap-y-2 font-mono sm:grid-cols-2 xl:max-w-3xl">
          {codes.map((code) => (
            <li key={code} className="wrap-anywhere">
              {code}
            </li>
          ))}
        </ul>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={onDone}>I’ve Saved Them</Button>
        <Button
          variant="secondary"
          icon={<Copy />}
          onClick={() => void copyText(text, 'codes').then(setIsCopied)}
        >
          {isCopied ? 'Copied' : 'Copy Codes'}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
          className={buttonClass({ variant: 'secondary' })}
        >
          <Download aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
          Download
        </a>
        <Button variant="secondary" icon={<Printer />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </>
  )
}
