import { Download } from 'lucide-react'
import { useState } from 'react'
import { post } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { ActionButton, buttonClass } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { useStepFocus } from '@/ui/use-restore-focus'

const path = '/api/account/data'

/** A copy of everything that is held on someone, once they confirmed who they are. */
export function OwnData() {
  const [isReady, setIsReady] = useState(false)
  const asking = useAction({
    send: () => post(path, {}),
    failure: 'Your copy was not prepared',
    onDone: () => setIsReady(true),
  })
  // The link replaces the button that led to it.
  const content = useStepFocus()

  return (
    <div ref={content}>
      <p className="mb-5 max-w-measure">
        A ZIP file with your details, your documents with every version we keep, your shared logins
        without their passwords, our emails to you, and what was recorded about your account. Keep
        it safe: it’s as private as your credit report. You can get up to 3 copies a day.
      </p>
      {isReady ? (
        <>
          <Notice tone="success" role="status" title="Your copy is ready" className="mb-5">
            Download it within the next 10 minutes.
          </Notice>
          <a href={path} download className={buttonClass({})}>
            <Download aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
            Download My Data
          </a>
        </>
      ) : (
        <ActionButton action={asking} variant="secondary" icon={<Download />}>
          Get My Data
        </ActionButton>
      )}
    </div>
  )
}
