import { useSearchParams } from 'wouter'
import { Card } from '@/ui/card'
import { TabPanel, Tabs } from '@/ui/tabs'
import { ProofTabList } from './proof-tab-list'
import { ShareLoginForm } from './share-login-form'
import { UploadForm } from './upload-form'
import { forgetApplication, useApplication } from './use-application'

/** The two ways of applying. Changing from one to the other loses nothing that was typed. */
export function ApplicationForms({ onDone }: { onDone: () => void }) {
  // In the address, so that it is the same one after a reload.
  const [query, setQuery] = useSearchParams()
  const tab = query.get('tab') === 'share' ? 'share' : 'upload'
  const application = useApplication()

  function handleChange(value: string) {
    // Said of the other way of applying.
    application.account.clearErrors('root')
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === 'share') next.set('tab', value)
        else next.delete('tab')
        return next
      },
      { replace: true },
    )
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
