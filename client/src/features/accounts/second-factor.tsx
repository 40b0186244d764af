import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SecondFactorSetup } from '@shared/accounts'
import { post } from '@/lib/http'
import { toast } from '@/lib/toast-store'
import { useAction } from '@/lib/use-action'
import { ActionButton } from '@/ui/action-button'
import { LoadError } from '@/ui/load-error'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { useRestoreFocus } from '@/ui/use-restore-focus'
import { RecoveryCodesPanel } from './recovery-codes-panel'
import { secondFactorQuery, secondFactorRefreshes } from './account-api'
import { SecondFactorOn } from './second-factor-on'
import { SecondFactorSetupForm } from './second-factor-setup-form'

interface SecondFactorProps {
  email: string
  /** Once the recovery codes are saved; without it, the page goes on with what can be done then. */
  onDone?: () => void
}

/** Turns the code of an authenticator app on and off, and replaces recovery codes. */
export function SecondFactor({ email, onDone }: SecondFactorProps) {
  const content = useRef<HTMLDivElement>(null)
  const { data: state, isError, refetch } = useQuery(secondFactorQuery)
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null)
  const [codes, setCodes] = useState<{ codes: string[]; areRenewed: boolean } | null>(null)
  const wasOff = useRef(false)
  const noteState = useEffectEvent((isOn: boolean) => {
    if (wasOff.current && isOn && !codes) {
      setSetup(null)
      toast({
        title: 'Two-step login is on',
        description: 'You turned it on in another tab or window.',
      })
      onDone?.()
    }
    wasOff.current = !isOn
  })
  const isOn = state?.isOn
  useEffect(() => {
    if (isOn !== undefined) noteState(isOn)
  }, [isOn])
  // Each step replaces the one before, with the button that led to it.
  useRestoreFocus(content, () => () => content.current)

  function handleSetupDone(recoveryCodes: string[]) {
    setCodes({ codes: recoveryCodes, areRenewed: false })
    setSetup(null)
  }

  function renderStep() {
    if (codes)
      return (
        <RecoveryCodesPanel
          {...codes}
          email={email}
          heading={onDone ? 'h2' : 'h4'}
          onDone={onDone ?? (() => setCodes(null))}
        />
      )
    if (isError && !state) {
      return <LoadError what="Two-step login" onRetry={refetch} />
    }
    if (!state) return <Skeleton className="h-32" />
    if (isOn) {
      return (
        <SecondFactorOn
          state={state}
          onCodes={(renewed) => setCodes({ codes: renewed, areRenewed: true })}
        />
      )
    }
    if (!setup) return <TurnOn variant={onDone ? 'primary' : 'secondary'} onBegun={setSetup} />
    return (
      <SecondFactorSetupForm
        setup={setup}
        onDone={handleSetupDone}
        onCancel={() => setSetup(null)}
      />
    )
  }

  return (
    <div ref={content} tabIndex={-1}>
      {renderStep()}
    </div>
  )
}

interface TurnOnProps {
  variant: 'primary' | 'secondary'
  onBegun: (setup: SecondFactorSetup) => void
}

function TurnOn({ variant, onBegun }: TurnOnProps) {
  const beginning = useAction({
    send: () => post<SecondFactorSetup>('/api/second-factor', {}),
    // Another tab may have been faster.
    refreshes: secondFactorRefreshes,
    onAnswer: onBegun,
    // The secret is needed until it is confirmed, and kept no longer than the form.
    isSecret: true,
    failure: 'Two-step login was not set up',
  })

  return (
    <>
      <Notice title="Two-step login is off" className="mb-5">
        You’ll need an authenticator app. Many password managers include one.
      </Notice>
      <ActionButton action={beginning} variant={variant}>
        Set Up Two-Step Login
      </ActionButton>
    </>
  )
}
