import { Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import type { RecoveryCodes, SecondFactorState } from '@shared/accounts'
import { brand } from '@/lib/brand'
import { post } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { ActionButton, Button, buttonClass } from '@/ui/button'
import { copyText } from '@/ui/copy-text'
import { Notice } from '@/ui/notice'
import { secondFactorRefreshes } from './account-api'

interface RecoveryCodesPanelProps {
  email: string
  codes: string[]
  /** Two-step login was on before, with other codes. */
  areRenewed: boolean
  heading: 'h2' | 'h4'
  onDone: () => void
}

export function RecoveryCodesPanel({
  email,
  codes,
  areRenewed,
  heading: Heading,
  onDone,
}: RecoveryCodesPanelProps) {
  const [isCopied, setIsCopied] = useState(false)
  const text = codes.join('\n')

  return (
    <>
      <Notice
        tone="success"
        title={areRenewed ? 'You have new recovery codes' : 'Two-step login is on'}
      >
        {areRenewed
          ? 'Your old codes no longer work.'
          : 'From now on, you’ll need a code from your app to log in.'}{' '}
        You’re logged out on all other devices.
      </Notice>
      <Heading className="mt-6 text-lg">Recovery codes</Heading>
      <p className="mt-2 max-w-measure text-muted">
        Use one of these if you don’t have your phone. Each works once. Save them in your password
        manager or print them now: we won’t show them again.
      </p>
      <div data-printed>
        <p className="hidden print:block">{`${brand.portalName}: recovery codes for ${email}`}</p>
        <ul className="mt-4 grid gap-x-8 gap-y-2 font-mono sm:grid-cols-2 xl:max-w-3xl">
          {codes.map((code) => (
            <li key={code} className="wrap-anywhere">
              {code}
            </li>
          ))}
        </ul>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={onDone}>I’ve Saved Them</Button>
        <Button
          variant="secondary"
          icon={<Copy />}
          onClick={() => void copyText(text, 'codes').then(setIsCopied)}
        >
          {isCopied ? 'Copied' : 'Copy Codes'}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
          className={buttonClass({ variant: 'secondary' })}
        >
          <Download aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
          Download
        </a>
        <Button variant="secondary" icon={<Printer />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
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
export function SecondFactorOn({ state, onCodes }: SecondFactorOnProps) {
  const [chosen, setChosen] = useState<keyof typeof questions | null>(null)
  const replaceCodes = useAction({
    send: () => post<RecoveryCodes>('/api/second-factor/recovery-codes', {}),
    refreshes: secondFactorRefreshes,
    onAnswer: ({ recoveryCodes }) => onCodes(recoveryCodes),
    isSecret: true,
    failure: 'The recovery codes were not replaced',
  })
  const turnOff = useAction({
    send: () => post('/api/second-factor/remove', {}),
    refreshes: secondFactorRefreshes,
    done: 'Two-step login is off',
    failure: 'Two-step login was not turned off',
  })
  const actions = { replaceCodes, turnOff }
  const { isRequired, recoveryCodesLeft: left } = state

  return (
    <div>
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
