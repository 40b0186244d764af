import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SecondFactorSetup } from '@shared/accounts'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import { useHeldFocus } from '@/ui/use-held-focus'
import { PasswordProofForm } from './password-proof-form'
import { RecoveryCodesPanel } from './recovery-codes-panel'
import { secondFactorQuery, useBeginSecondFactor, useRemoveSecondFactor } from './second-factor-api'
import { SecondFactorSetupForm } from './second-factor-setup-form'

/** Turns the code of an authenticator app on and off. */
export function SecondFactor({ email }: { email: string }) {
  const content = useRef<HTMLDivElement>(null)
  const { data: state, isError, refetch } = useQuery(secondFactorQuery)
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  // Each step takes the place of the one before, with the button that led to it.
  useHeldFocus(content, () => () => content.current)

  function handleSetupDone(recoveryCodes: string[]) {
    setCodes(recoveryCodes)
    setSetup(null)
  }

  function renderStep() {
    if (codes) return <RecoveryCodesPanel codes={codes} onDone={() => setCodes(null)} />
    if (isError && !state) {
      return (
        <Notice
          tone="danger"
          title="Two-step login could not be loaded"
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )
    }
    if (!state) return <Skeleton className="h-32" />
    if (state.isOn) return <TurnOff email={email} codesLeft={state.recoveryCodesLeft} />
    if (!setup) return <TurnOn email={email} onBegun={setSetup} />
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
  email: string
  onBegun: (setup: SecondFactorSetup) => void
}

function TurnOn({ email, onBegun }: TurnOnProps) {
  const beginning = useBeginSecondFactor()
  return (
    <>
      <Notice title="Two-step login is off" className="mb-5">
        You need an authenticator app, such as the one in your password manager.
      </Notice>
      <PasswordProofForm
        email={email}
        submitLabel="Set Up Two-Step Login"
        failure="Two-step login was not set up"
        onProof={async (proof) => onBegun(await beginning.mutateAsync(proof))}
      />
    </>
  )
}

function TurnOff({ email, codesLeft }: { email: string; codesLeft: number }) {
  const removing = useRemoveSecondFactor()
  return (
    <>
      <Notice tone="success" title="Two-step login is on" className="mb-5">
        {codesLeft} {codesLeft === 1 ? 'recovery code is' : 'recovery codes are'} left. For new
        codes or another app, turn it off and on again.
      </Notice>
      <PasswordProofForm
        email={email}
        submitLabel="Turn Off Two-Step Login"
        failure="Two-step login was not turned off"
        onProof={async (proof) => {
          await removing.mutateAsync(proof)
          toast({ title: 'Two-step login is off' })
        }}
      />
    </>
  )
}
