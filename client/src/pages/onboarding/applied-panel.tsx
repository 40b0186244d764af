import { Link } from 'wouter'
import { useState } from 'react'
import { loginIsDeleted, loginIsSealed } from '@shared/shared-logins'
import type { ShareCredentialsRequest } from '@shared/credentials'
import { useApply } from '@/features/accounts/api'
import { LogoutButton } from '@/features/accounts/logout-button'
import { useSession } from '@/features/accounts/use-session'
import { useShareCredentials } from '@/features/credentials/api'
import { CredentialFields, useCredentialForm } from '@/features/credentials/credential-fields'
import { submitHandler } from '@/lib/form'
import { HttpError } from '@/lib/http'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toast-store'
import { buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { Form, SubmitButton } from '@/ui/form'
import { Notice } from '@/ui/notice'
import { TabPanel, Tabs } from '@/ui/tabs'
import { ApplicationSkeleton } from './application-skeleton'
import { AddDocumentForm, useApplyWithFile } from './add-document-form'
import { ProofTabList } from './proof-tab-list'

/** In place of the application, for someone who has an account: referrers add their proof of credit to it. */
export function AppliedPanel({ onApplied }: { onApplied: () => void }) {
  const { user, isLoading } = useSession()
  if (isLoading) return <ApplicationSkeleton />
  if (user?.isReferrer) return <ReferrerApplication onDone={onApplied} />
  return (
    <Card title="You already have an account">
      <p className="max-w-measure">
        You’re logged in. On your dashboard, you can check your application and add documents. If
        someone else wants to apply, log out first.
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <Link href={paths.dashboard} className={buttonClass()}>
          Go to Your Dashboard
        </Link>
        <LogoutButton />
      </div>
    </Card>
  )
}

/** The application of someone who has an account: only the proof of credit is missing. */
function ReferrerApplication({ onDone }: { onDone: () => void }) {
  const [tab, setTab] = useState('upload')
  const withFile = useApplyWithFile()
  return (
    <Card
      title="Apply as a Credit Partner"
      description="You already have an account. Add proof of your credit, and your application is complete. Your referral link stays yours."
    >
      <Tabs value={tab} onValueChange={setTab}>
        <ProofTabList />
        <TabPanel value="upload">
          <AddDocumentForm sending={withFile} button="Submit Application" onDone={onDone} />
        </TabPanel>
        <TabPanel value="share">
          <ApplyWithLogin onDone={onDone} />
        </TabPanel>
      </Tabs>
    </Card>
  )
}

function ApplyWithLogin({ onDone }: { onDone: () => void }) {
  const form = useCredentialForm('referrer-application')
  const sharing = useShareCredentials()
  const applying = useApply()
  // Shared before the rest failed, so that only the rest is repeated.
  const [shared, setShared] = useState<{ asText: string; uploadKey: string } | null>(null)

  async function shareOnce(login: ShareCredentialsRequest): Promise<string> {
    const asText = JSON.stringify(login)
    if (shared?.asText === asText) return shared.uploadKey
    const { uploadKey } = await sharing.mutateAsync(login)
    setShared({ asText, uploadKey })
    return uploadKey
  }

  const handleSubmit = submitHandler(
    form,
    async (login) => {
      const uploadKey = await shareOnce(login)
      try {
        await applying.mutateAsync({ uploadKey })
      } catch (error) {
        if (error instanceof HttpError && error.data?.errors?.['uploadKey']) setShared(null)
        throw error
      }
      toast({ title: 'Application submitted' })
      onDone()
    },
    { failure: 'Submission failed' },
  )

  return (
    <Form
      form={form}
      label="Login of your credit-monitoring service"
      onSubmit={handleSubmit}
      actions={
        <SubmitButton size="lg" className="w-full sm:w-auto">
          Submit Application
        </SubmitButton>
      }
    >
      <Notice title="Who can see this login">
        {loginIsSealed} {loginIsDeleted}
      </Notice>
      <CredentialFields form={form} />
    </Form>
  )
}
