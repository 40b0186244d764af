import { useState } from 'react'
import type { RecoveryCodes, SecondFactorState } from '@shared/accounts'
import { post } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { ActionButton } from '@/ui/action-button'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { useStepFocus } from '@/ui/use-restore-focus'
import { secondFactorRefreshes } from './account-api'

interface SecondFactorOnProps {
  state: SecondFactorState
  onCodes: (recoveryCodes: string[]) => void
}

const path = '/api/second-factor'

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

/** What can be done while two-step login is on; each asks first whether it is meant. */
export function SecondFactorOn({ state, onCodes }: SecondFactorOnProps) {
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
