import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  confirmSecondFactorRequest,
  type RecoveryCodes,
  type SecondFactorSetup,
} from '@shared/accounts'
import { useSubmitForm } from '@/lib/form'
import { post } from '@/lib/http'
import { toast } from '@/lib/toast-store'
import { useAction } from '@/lib/use-action'
import { ActionButton } from '@/ui/button'
import { CancelButton, Form, SubmitButton } from '@/ui/form'
import { CodeInput, TextField } from '@/ui/form-fields'
import { LoadError, Skeleton } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import { QrCode } from '@/ui/qr-code'
import { secondFactorQuery, secondFactorRefreshes } from './account-api'
import { RecoveryCodesPanel, SecondFactorOn } from './second-factor-on'

const path = '/api/second-factor'

interface SecondFactorProps {
  email: string
  /** Once the recovery codes are saved; without it, the page goes on with what can be done then. */
  onDone?: () => void
}

export function SecondFactor({ email, onDone }: SecondFactorProps) {
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

  return <div>{renderStep()}</div>
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

interface SecondFactorSetupFormProps {
  setup: SecondFactorSetup
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Hands the secret to an authenticator app, and asks for the code that the app then shows. */
function SecondFactorSetupForm({ setup, onDone, onCancel }: SecondFactorSetupFormProps) {
  const submission = useSubmitForm({
    schema: confirmSecondFactorRequest,
    defaultValues: { code: '' },
    kept: 'nothing',
    send: (typed) => post<RecoveryCodes>('/api/second-factor/confirm', typed),
    refreshes: secondFactorRefreshes,
    // The codes are answered only this time.
    onAnswer: ({ recoveryCodes }, client) => {
      onDone(recoveryCodes)
      client.setQueryData(
        secondFactorQuery.queryKey,
        (state) => state && { ...state, isOn: true, recoveryCodesLeft: recoveryCodes.length },
      )
    },
    isSecret: true,
    failure: 'Two-step login was not turned on',
  })

  return (
    <div className="grid gap-6 md:grid-cols-[auto_minmax(0,1fr)] md:gap-8">
      <QrCode text={setup.address} label="QR code for your authenticator app" />
      <Form
        {...submission}
        label="Confirm two-step login"
        actions={
          <>
            <SubmitButton>Turn On</SubmitButton>
            <CancelButton onCancel={onCancel} />
          </>
        }
      >
        <div>
          <p>
            Scan the QR code with your authenticator app,{' '}
            <a className="link" href={setup.address}>
              open it on this device
            </a>
            , or enter this key:
          </p>
          <p className="figures mt-2 wrap-anywhere font-medium">{inGroups(setup.secret)}</p>
        </div>
        <TextField
          {...submission.field('code')}
          as={CodeInput}
          inputMode="numeric"
          label="Authentication code"
          hint="Enter the 6-digit code from your app."
          className="max-w-md"
        />
      </Form>
    </div>
  )
}

const inGroups = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')
