import { useState } from 'react'
import type { SecondFactorState } from '@shared/accounts'
import { toastError } from '@/lib/toast-error'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { toast } from '@/lib/toast-store'
import { useStepFocus } from '@/ui/use-restore-focus'
import { useRemoveSecondFactor, useReplaceRecoveryCodes } from './second-factor-api'

interface SecondFactorOnProps {
  state: SecondFactorState
  onCodes: (recoveryCodes: string[]) => void
}

const actions = {
  replaceCodes: {
    label: 'Get New Recovery Codes',
    question: 'Your old recovery codes will stop working.',
    submitLabel: 'Get New Codes',
    variant: 'primary',
    failure: 'The recovery codes were not replaced',
  },
  turnOff: {
    label: 'Turn Off Two-Step Login',
    question: 'From then on, your password alone will be enough to log in.',
    submitLabel: 'Turn Off',
    variant: 'danger',
    failure: 'Two-step login was not turned off',
  },
} as const

/** What can be done while two-step login is on; each asks first whether it is meant. */
export function SecondFactorOn({ state, onCodes }: SecondFactorOnProps) {
  const [chosen, setChosen] = useState<keyof typeof actions | null>(null)
  const replacing = useReplaceRecoveryCodes(onCodes)
  const removing = useRemoveSecondFactor()
  const { isRequired, recoveryCodesLeft: left } = state
  // The question replaces the buttons that lead to it, and they its own.
  const content = useStepFocus()

  async function handleConfirm(action: keyof typeof actions) {
    try {
      if (action === 'replaceCodes') {
        await replacing.mutateAsync()
        return
      }
      await removing.mutateAsync()
      toast({ title: 'Two-step login is off' })
    } catch (error) {
      toastError(actions[action].failure, error)
    }
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
        <>
          <p className="mb-5 max-w-measure">
            {actions[chosen].question} You’ll be logged out on all other devices.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => setChosen(null)}>
              Cancel
            </Button>
            <Button
              variant={actions[chosen].variant}
              pending={replacing.isPending || removing.isPending}
              onClick={() => void handleConfirm(chosen)}
            >
              {actions[chosen].submitLabel}
            </Button>
          </div>
        </>
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
