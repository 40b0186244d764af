import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Confirmation } from '@shared/errors'
import { request } from '@/lib/http'
import { toastError } from '@/lib/toast-error'
import { Button, buttonClass } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { useStepFocus } from '@/ui/use-restore-focus'

const path = '/api/account/data'

/** A copy of everything that is held on someone, once they confirmed who they are. */
export function OwnData() {
  const [isReady, setIsReady] = useState(false)
  const asking = useMutation({
    mutationFn: () => request<Confirmation>(path, { method: 'POST', body: {} }),
  })
  // The link replaces the button that led to it.
  const content = useStepFocus()

  async function handleClick() {
    try {
      await asking.mutateAsync()
      setIsReady(true)
    } catch (error) {
      toastError('Your copy was not prepared', error)
    }
  }

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
        <Button
          variant="secondary"
          icon={<Download />}
          pending={asking.isPending}
          onClick={() => void handleClick()}
        >
          Get My Data
        </Button>
      )}
    </div>
  )
}
