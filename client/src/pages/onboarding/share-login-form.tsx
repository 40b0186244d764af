import type { ShareCredentialsRequest } from '@shared/credentials'
import { AccountFields, type AccountField } from '@/features/accounts/account-fields'
import { useRegister } from '@/features/accounts/api'
import { useShareCredentials } from '@/features/credentials/api'
import { CredentialFields } from '@/features/credentials/credential-fields'
import { fieldMessages, showServerErrors } from '@/lib/form'
import { HttpError, messageOf } from '@/lib/http'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { toast } from '@/ui/toast'
import type { ShareApplication } from './use-application'

/** The account's password is `userPassword` in this form; the other fields bear the same names. */
const formField = (field: AccountField) => (field === 'password' ? 'userPassword' : field)

interface ShareLoginFormProps {
  application: ShareApplication
  onDone: () => void
}

export function ShareLoginForm({ application, onDone }: ShareLoginFormProps) {
  const { form, saved, setSaved } = application
  const share = useShareCredentials()
  const registration = useRegister()
  const { errors, isSubmitting } = form.formState
  const isSending = share.isPending || registration.isPending

  async function saveOnce(credentials: ShareCredentialsRequest): Promise<string> {
    const asText = JSON.stringify(credentials)
    if (saved?.credentials === asText) return saved.uploadKey
    const { uploadKey } = await share.mutateAsync(credentials)
    setSaved({ credentials: asText, uploadKey })
    return uploadKey
  }

  const handleSubmit = form.handleSubmit(async (values) => {
    const { serviceName, serviceUrl, username, password, notes } = values
    const { email, firstName, lastName, phoneNumber, userPassword, contactConsent } = values
    let uploadKey: string
    try {
      uploadKey = await saveOnce({ serviceName, serviceUrl, username, password, notes })
    } catch (error) {
      showServerErrors(form, error)
      toast({
        title: 'Submission failed',
        description: messageOf(error, 'An error occurred while saving credentials'),
        variant: 'destructive',
      })
      return
    }
    try {
      await registration.mutateAsync({
        email,
        password: userPassword,
        firstName,
        lastName,
        phoneNumber,
        uploadKey,
        contactConsent,
        agreeToTerms: true,
      })
      toast({ title: 'Credentials shared and account created!' })
      onDone()
    } catch (error) {
      if (error instanceof HttpError && error.data?.errors?.['uploadKey']) setSaved(null)
      showServerErrors(form, error, { password: 'userPassword' })
      toast({
        title: 'Submission failed',
        description: messageOf(error, 'Please try again.'),
        variant: 'destructive',
      })
    }
  })

  const messages = fieldMessages(errors)
  const typed = form.watch()

  // Two forms, handled as one: to a browser's password manager these are two different logins.
  return (
    <>
      <form onSubmit={handleSubmit} noValidate aria-label="Login of your credit-monitoring service">
        <fieldset disabled={isSending} className="grid gap-6">
          <Notice title="Who can see this login">
            Your service password is encrypted before it is stored. Only one designated
            administrator account can read it, and it is deleted with your account.
          </Notice>
          <CredentialFields register={(field) => form.register(field)} errors={messages} />
        </fieldset>
        {/* Lets Enter submit from this half, too. */}
        <button type="submit" hidden aria-label="Submit application" />
      </form>
      <hr className="my-7" />
      <form onSubmit={handleSubmit} noValidate aria-label="Your new account">
        <fieldset disabled={isSending} className="grid gap-6">
          <AccountFields
            register={(field) => form.register(formField(field))}
            typed={{ ...typed, password: typed.userPassword }}
            errors={{ ...messages, password: messages.userPassword }}
          />
        </fieldset>
        <Button type="submit" size="lg" pending={isSubmitting} className="mt-7 w-full sm:w-auto">
          Submit application
        </Button>
      </form>
    </>
  )
}
