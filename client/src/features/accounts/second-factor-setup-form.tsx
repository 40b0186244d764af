import {
  confirmSecondFactorRequest,
  type RecoveryCodes,
  type SecondFactorSetup,
} from '@shared/accounts'
import { useSubmitForm } from '@/lib/form'
import { post } from '@/lib/http'
import { CancelButton, Form, SubmitButton } from '@/ui/form'
import { CodeInput, TextField } from '@/ui/form-fields'
import { QrCode } from '@/ui/qr-code'
import { secondFactorQuery, secondFactorRefreshes } from './account-api'

interface SecondFactorSetupFormProps {
  setup: SecondFactorSetup
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Hands the secret to an authenticator app, and asks for the code that the app then shows. */
export function SecondFactorSetupForm({ setup, onDone, onCancel }: SecondFactorSetupFormProps) {
  const submission = useSubmitForm(confirmSecondFactorRequest, { code: '' }, 'nothing', {
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
          control={submission.form.control}
          name="code"
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
