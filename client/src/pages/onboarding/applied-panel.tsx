import { useState } from 'react'
import { Link } from 'wouter'
import { loginIsDeleted, loginIsSealed } from '@shared/shared-logins'
import { useApply } from '@/features/accounts/api'
import { LogoutButton } from '@/features/accounts/logout-button'
import { useSession } from '@/features/accounts/use-session'
import { useShareCredentials } from '@/features/credentials/api'
import { CredentialFields, useCredentialForm } from '@/features/credentials/credential-fields'
import { useSubmit } from '@/lib/form'
import { paths } from '@/lib/paths'
import { useOnce } from '@/lib/use-once'
import { buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { Form, WideSubmitButton } from '@/ui/form'
import { Notice } from '@/ui/notice'
import { TabPanel, Tabs } from '@/ui/tabs'
import { AddDocumentForm, useApplyWithFile } from './add-document-form'
import { ApplicationSkeleton } from './application-skeleton'
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
  const withFile = useApplyWithFile(onDone)
  return (
    <Card
      title="Apply as a Credit Partner"
      description="You already have an account. Add proof of your credit, and your application is complete. Your referral link stays yours."
    >
      <Tabs value={tab} onValueChange={setTab}>
        <ProofTabList />
        <TabPanel value="upload">
          <AddDocumentForm sending={withFile} button="Submit Application" />
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
  const { mutateAsync: share } = useShareCredentials()
  const { mutateAsync: apply } = useApply()
  const { sendOnce, forgetIfRefused } = useOnce(share, JSON.stringify)
  const submission = useSubmit(form, {
    send: async (login) => {
      const uploadKey = await sendOnce(login)
      await apply({ uploadKey }).catch(forgetIfRefused)
    },
    done: 'Application submitted',
    failure: 'Submission failed',
    onDone,
  })

  return (
    <Form
      {...submission}
      label="Login of your credit-monitoring service"
      actions={<WideSubmitButton>Submit Application</WideSubmitButton>}
    >
      <Notice title="Who can see this login">
        {loginIsSealed} {loginIsDeleted}
      </Notice>
      <CredentialFields form={form} />
    </Form>
  )
}
