import { useEffect, useEffectEvent, useState } from 'react'
import type { ShareCredentialsRequest } from '@shared/credentials'
import { AccountFields, type AccountField } from '@/features/accounts/account-fields'
import { useRegister } from '@/features/accounts/api'
import { useShareCredentials } from '@/features/credentials/api'
import { CredentialFields } from '@/features/credentials/credential-fields'
import { fieldMessages, showServerErrors, useZodForm } from '@/lib/form'
import { HttpError, messageOf } from '@/lib/http'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { toast } from '@/ui/toast'
import { shareLoginForm, type ApplicantDraft } from './application-schema'

/** The account's password is `userPassword` in this form; the other fields bear the same names. */
const formField = (field: AccountField) => (field === 'password' ? 'userPassword' : field)

interface ShareLoginFormProps {
  draft: ApplicantDraft
  /** Gets what was typed when the applicant changes to the other way of applying. */
  onLeave: (draft: ApplicantDraft) => void
  onDone: () => void
}

export function ShareLoginForm({ draft, onLeave, onDone }: ShareLoginFormProps) {
  const { newPassword, ...account } = draft
  const form = useZodForm(shareLoginForm, {
    ...account,
    userPassword: newPassword,
    serviceName: '',
    serviceUrl: '',
    username: '',
    password: '',
    notes: '',
  })
  const share = useShareCredentials()
  const registration = useRegister()
  // Saved before registration failed: sent again only when it was changed since.
  const [saved, setSaved] = useState<{ credentials: string; uploadKey: string } | null>(null)
  const { errors, isSubmitting } = form.formState

  const leave = useEffectEvent(() => {
    const values = form.getValues()
    onLeave({
      firstName: values.firstName,
      lastName: values.lastName,
      email: values.email,
      phoneNumber: values.phoneNumber,
      newPassword: values.userPassword,
      confirmPassword: values.confirmPassword,
      agreeToTerms: values.agreeToTerms,
      contactConsent: values.contactConsent,
    })
  })
  useEffect(() => () => leave(), [])

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

  // Two forms, handled as one: to a browser's password manager these are two different logins.
  return (
    <>
      <form onSubmit={handleSubmit} noValidate aria-label="Login of your credit-monitoring service">
        <fieldset disabled={isSubmitting} className="grid gap-6">
          <Notice title="Who can see this login">
            Your service password is encrypted before it is stored. Only one designated
            administrator account can read it, and it is deleted with your account.
          </Notice>
          <CredentialFields register={(field) => form.register(field)} errors={messages} />
        </fieldset>
        {/* Lets Enter submit from this half, too. */}
        <button type="submit" hidden />
      </form>
      <hr className="my-7" />
      <form onSubmit={handleSubmit} noValidate aria-label="Your new account">
        <fieldset disabled={isSubmitting} className="grid gap-6">
          <AccountFields
            register={(field) => form.register(formField(field))}
            password={form.watch('userPassword')}
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
