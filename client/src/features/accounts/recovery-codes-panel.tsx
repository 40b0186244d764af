import { useEffect, useRef } from 'react'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'

interface RecoveryCodesPanelProps {
  codes: string[]
  /** Two-step login was on before, with other codes. */
  areRenewed: boolean
  heading: 'h2' | 'h3'
  onDone: () => void
}

/** The only time that recovery codes are seen. */
export function RecoveryCodesPanel({
  codes,
  areRenewed,
  heading: Heading,
  onDone,
}: RecoveryCodesPanelProps) {
  const title = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => {
    title.current?.focus()
  }, [])
  return (
    <>
      {areRenewed ? (
        <Notice tone="success" role="status" title="You have new recovery codes">
          Your earlier codes no longer work. You are logged out everywhere else.
        </Notice>
      ) : (
        <Notice tone="success" role="status" title="Two-step login is on">
          From now on, logging in takes a code of your app. You are logged out everywhere else.
        </Notice>
      )}
      <Heading ref={title} tabIndex={-1} className="mt-6 text-lg">
        Recovery codes
      </Heading>
      <p className="mt-2 max-w-measure text-muted">
        Each lets you in once when the app is not at hand. Print them or put them in your password
        manager now: they are not shown again.
      </p>
      <ul className="figures mt-4 grid gap-x-8 gap-y-2 sm:grid-cols-2 xl:max-w-3xl">
        {codes.map((code) => (
          <li key={code} className="wrap-anywhere">
            {code}
          </li>
        ))}
      </ul>
      <Button className="mt-6" onClick={onDone}>
        I Have Saved Them
      </Button>
    </>
  )
}
