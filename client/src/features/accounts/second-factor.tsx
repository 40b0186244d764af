import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RecoveryCodes, SecondFactorSetup, SecondFactorState } from '@shared/accounts'
import { post } from '@/lib/http'
import { toast } from '@/lib/toast-store'
import { useAction } from '@/lib/use-action'
import { ActionButton, Button } from '@/ui/button'
import { LoadError, Skeleton } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import { useRestoreFocus, useStepFocus } from '@/ui/use-restore-focus'
import { RecoveryCodesPanel } from './recovery-codes-panel'
import { secondFactorQuery, secondFactorRefreshes } from './account-api'
import { SecondFactorSetupForm } from './second-factor-setup-form'

const path = '/api/second-factor'

interface SecondFactorProps {
  email: string
  /** Once the recovery codes are saved; without it, the page goes on with what can be done then. */
  onDone?: () => void
}

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
    send: () => post<SecondFactorSetup>(path, {}),
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

interface SecondFactorOnProps {
  state: SecondFactorState
  onCodes: (recoveryCodes: string[]) => void
}

const questions = {
  replaceCodes: {
    label: 'Get New Recovery Codes',
    question: 'Your old recovery codes will stop working.',
    submitLabel: 'Get New Codes',
    variant: 'primary',
  },
  turnOff: {
    label: 'Turn Off Two-Step Login',
    question: 'From then on, your password alone will be enough to log in.',
    submitLabel: 'Turn Off',
    variant: 'danger',
  },
} as const

/** Actions while two-step login is on; each asks first whether it is meant. */
function SecondFactorOn({ state, onCodes }: SecondFactorOnProps) {
  const [chosen, setChosen] = useState<keyof typeof questions | null>(null)
  const replaceCodes = useAction({
    send: () => post<RecoveryCodes>(`${path}/recovery-codes`, {}),
    refreshes: secondFactorRefreshes,
    onAnswer: ({ recoveryCodes }) => onCodes(recoveryCodes),
    isSecret: true,
    failure: 'The recovery codes were not replaced',
  })
  const turnOff = useAction({
    send: () => post(`${path}/remove`, {}),
    refreshes: secondFactorRefreshes,
    done: 'Two-step login is off',
    failure: 'Two-step login was not turned off',
  })
  const actions = { replaceCodes, turnOff }
  const { isRequired, recoveryCodesLeft: left } = state
  // The question replaces the buttons that lead to it, and they its own.
  const content = useStepFocus()

  return (
    <div ref={content}>
      <Notice tone="success" title="Two-step login is on" className="mb-5">
        {left} {left === 1 ? 'recovery code is' : 'recovery codes are'} left.{' '}
        {isRequired
          ? 'This portal requires two-step login, so it can’t be turned off. To use another app, run npm run portal -- admin on the server.'
          : 'To use another app, turn two-step login off and on again.'}
      </Notice>
      {chosen ? (
        <>
          <p className="mb-5 max-w-measure">
            {questions[chosen].question} You’ll be logged out on all other devices.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => setChosen(null)}>
              Cancel
            </Button>
            <ActionButton action={actions[chosen]} variant={questions[chosen].variant}>
              {questions[chosen].submitLabel}
            </ActionButton>
          </div>
        </>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setChosen('replaceCodes')}>
            {questions.replaceCodes.label}
          </Button>
          {isRequired ? null : (
            <Button variant="secondary" onClick={() => setChosen('turnOff')}>
              {questions.turnOff.label}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
