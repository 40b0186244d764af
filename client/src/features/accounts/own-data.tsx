import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Reauthentication } from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import { request } from '@/lib/http'
import { Button, buttonClass } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { useStepFocus } from '@/ui/use-step-focus'
import { ReauthenticationForm } from './reauthentication-form'

const path = '/api/account/data'

interface OwnDataProps {
  email: string
  /** Whether two-step login is on. */
  asksForCode: boolean
}

/** A copy of everything that is held on someone, once they gave the password again. */
export function OwnData({ email, asksForCode }: OwnDataProps) {
  const [step, setStep] = useState<'begin' | 'password' | 'download'>('begin')
  const asking = useMutation({
    mutationFn: (body: Reauthentication) => request<Confirmation>(path, { method: 'POST', body }),
  })
  // Each step takes the place of the one before, with the button that led to it.
  const content = useStepFocus()

  return (
    <div ref={content}>
      <p className="mb-5 max-w-measure">
        A ZIP file with your details, your documents with every version we keep, your shared logins
        without their passwords, our emails to you, and what was recorded about your account. Keep
        it safe: it’s as private as your credit report. You can get up to 3 copies a day.
      </p>
      {step === 'begin' ? (
        <Button variant="secondary" icon={<Download />} onClick={() => setStep('password')}>
          Get My Data
        </Button>
      ) : null}
      {step === 'password' ? (
        <ReauthenticationForm
          email={email}
          submitLabel="Prepare My Copy"
          failure="Your copy was not prepared"
          asksForCode={asksForCode}
          onConfirm={async (credentials) => {
            await asking.mutateAsync(credentials)
            setStep('download')
          }}
          onCancel={() => setStep('begin')}
        />
      ) : null}
      {step === 'download' ? (
        <>
          <Notice tone="success" role="status" title="Your copy is ready" className="mb-5">
            Download it within the next 10 minutes.
          </Notice>
          <a href={path} download className={buttonClass({})}>
            <Download aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
            Download My Data
          </a>
        </>
      ) : null}
    </div>
  )
}
