import { confirmSecondFactorRequest, type SecondFactorSetup } from '@shared/accounts'
import { showServerErrors, useZodForm } from '@/lib/form'
import { messageOf } from '@/lib/http'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { toast } from '@/ui/toast'
import { CodeInput } from './code-input'
import { QrCode } from './qr-code'
import { useConfirmSecondFactor } from './second-factor-api'

interface SecondFactorSetupFormProps {
  setup: SecondFactorSetup
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Hands the secret to an authenticator app, and asks for the code that the app then shows. */
export function SecondFactorSetupForm({ setup, onDone, onCancel }: SecondFactorSetupFormProps) {
  const form = useZodForm(confirmSecondFactorRequest, { code: '' })
  const confirming = useConfirmSecondFactor(onDone)
  const { errors } = form.formState

  const handleSubmit = form.handleSubmit(async (values) => {
    try {
      await confirming.mutateAsync(values)
    } catch (error) {
      showServerErrors(form, error)
      toast({
        title: 'Two-step login was not turned on',
        description: messageOf(error, 'Please try again.'),
        variant: 'destructive',
      })
    }
  })

  return (
    <div className="grid gap-6 md:grid-cols-[auto_minmax(0,1fr)] md:gap-8">
      <QrCode text={setup.address} label="QR code for your authenticator app" />
      <form onSubmit={handleSubmit} noValidate aria-label="Confirm two-step login">
        <p>
          Scan the picture with your authenticator app,{' '}
          <a className="link" href={setup.address}>
            open it in an app on this device
          </a>
          , or type this key:
        </p>
        <p className="figures mt-2 wrap-anywhere font-medium">{inGroups(setup.secret)}</p>
        <Field
          label="Authentication code"
          hint="The six digits that the app shows."
          error={errors.code?.message}
          className="mt-5 max-w-md"
        >
          {(aria) => <CodeInput {...aria} {...form.register('code')} inputMode="numeric" />}
        </Field>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button type="submit" pending={confirming.isPending}>
            Turn On
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  )
}

const inGroups = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')
