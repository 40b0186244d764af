import { useRef } from 'react'
import type { ShareCredentialsRequest } from '@shared/credentials'
import { loginIsDeleted, loginIsSealed } from '@shared/shared-logins'
import { type Account, AccountFields } from '@/features/accounts/account-fields'
import { CredentialFields } from '@/features/credentials/credential-fields'
import { showServerErrors, submitHandler } from '@/lib/form'
import { getErrorMessage, HttpError } from '@/lib/http'
import { toast } from '@/lib/toast-store'
import { useAddress } from '@/lib/use-address'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Form } from '@/ui/form'
import { Notice } from '@/ui/notice'
import { TabPanel, Tabs } from '@/ui/tabs'
import { ProofTabList } from './proof-tab-list'
import { type Application, forgetApplication, UploadForm, useApplication } from './upload-form'

/** The two ways of applying. Changing from one to the other loses nothing that was typed. */
export function ApplicationForms({ onDone }: { onDone: () => void }) {
  // In the address, so that it is the same one after a reload.
  const address = useAddress()
  const tab = address.get('tab') === 'share' ? 'share' : 'upload'
  const application = useApplication()

  function handleChange(value: string) {
    // The error is about the other way of applying.
    application.account.clearErrors('root')
    address.set({ tab: value === 'share' ? value : '' }, { replace: true, state: null })
  }

  function handleDone() {
    forgetApplication(application)
    onDone()
  }

  return (
    <Card>
      <Tabs value={tab} onValueChange={handleChange}>
        <ProofTabList />
        <TabPanel value="upload">
          <UploadForm application={application} onDone={handleDone} />
        </TabPanel>
        <TabPanel value="share">
          <ShareLoginForm application={application} onDone={handleDone} />
        </TabPanel>
      </Tabs>
    </Card>
  )
}

const notSaved = 'An error occurred while saving credentials'

function ShareLoginForm({ application, onDone }: { application: Application; onDone: () => void }) {
  const { account, credentials, sharing, register } = application
  const both = useRef<HTMLDivElement>(null)

  function refuse(error: unknown): never {
    showServerErrors(credentials, error)
    // Its fields are not those of the account.
    throw new HttpError(0, notSaved, { words: getErrorMessage(error, notSaved) })
  }

  async function send(login: ShareCredentialsRequest, person: Account) {
    const uploadKey = await sharing.sendOnce(login).catch(refuse)
    await register(person, uploadKey).catch(sharing.forgetIfRefused)
    toast({ title: 'Credentials shared and account created!' })
    onDone()
  }

  const handleSubmit = credentials.handleSubmit(
    (login) =>
      submitHandler(account, (person) => send(login, person), {
        failure: 'Submission failed',
        alsoToast: true,
      })(),
    // Errors of the account are shown as well.
    () => account.handleSubmit(() => undefined)(),
  )

  // Two forms, handled as one: to a browser's password manager these are two different logins.
  return (
    <div ref={both}>
      <Form
        form={credentials}
        together={both}
        label="Login of your credit-monitoring service"
        onSubmit={handleSubmit}
      >
        <Notice title="Who can see this login">
          {loginIsSealed} {loginIsDeleted} Enter your password only here: we never ask for a
          password by phone, text, or email.
        </Notice>
        <CredentialFields form={credentials} />
        {/* Lets Enter submit from this half, too. */}
        <button type="submit" hidden aria-label="Submit Application" />
      </Form>
      <hr className="my-7" />
      <Form
        form={account}
        together={null}
        label="Your new account"
        onSubmit={handleSubmit}
        actions={
          <Button
            type="submit"
            size="lg"
            pending={credentials.formState.isSubmitting}
            className="w-full sm:w-auto"
          >
            Submit Application
          </Button>
        }
      >
        <AccountFields form={account} passwordName="userPassword" />
      </Form>
    </div>
  )
}
