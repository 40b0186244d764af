import { useState } from 'react'
import type { Reauthentication, SecondFactorState } from '@shared/accounts'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { toast } from '@/ui/toast'
import { useStepFocus } from '@/ui/use-step-focus'
import { ReauthenticationForm } from './reauthentication-form'
import { useRemoveSecondFactor, useReplaceRecoveryCodes } from './second-factor-api'

interface SecondFactorOnProps {
  email: string
  state: SecondFactorState
  onCodes: (recoveryCodes: string[]) => void
}

const actions = {
  replaceCodes: {
    label: 'Get New Recovery Codes',
    submitLabel: 'Get New Codes',
    failure: 'The recovery codes were not replaced',
  },
  turnOff: {
    label: 'Turn Off Two-Step Login',
    submitLabel: 'Turn Off',
    failure: 'Two-step login was not turned off',
  },
}

/** What can be done while two-step login is on; each asks for password and code. */
export function SecondFactorOn({ email, state, onCodes }: SecondFactorOnProps) {
  const [chosen, setChosen] = useState<keyof typeof actions | null>(null)
  const replacing = useReplaceRecoveryCodes(onCodes)
  const removing = useRemoveSecondFactor()
  const { isRequired, recoveryCodesLeft: left } = state
  // The form takes the place of the buttons that lead to it, and they its own.
  const content = useStepFocus()

  async function handleConfirm(credentials: Reauthentication) {
    if (chosen === 'replaceCodes') {
      await replacing.mutateAsync(credentials)
      return
    }
    await removing.mutateAsync(credentials)
    toast({ title: 'Two-step login is off' })
  }

  return (
    <div ref={content}>
      <Notice tone="success" title="Two-step login is on" className="mb-5">
        {left} {left === 1 ? 'recovery code is' : 'recovery codes are'} left.{' '}
        {isRequired
          ? 'This portal requires two-step login, so it can’t be turned off. To use another app, run npm run portal -- admin on the server.'
          : 'To use another app, turn two-step login off and on again.'}
      </Notice>
      {chosen ? (
        <ReauthenticationForm
          key={chosen}
          {...actions[chosen]}
          email={email}
          asksForCode
          onConfirm={handleConfirm}
          onCancel={() => setChosen(null)}
        />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setChosen('replaceCodes')}>
            {actions.replaceCodes.label}
          </Button>
          {isRequired ? null : (
            <Button variant="secondary" onClick={() => setChosen('turnOff')}>
              {actions.turnOff.label}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
