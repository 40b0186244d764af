import { useLocation, useSearch } from 'wouter'
import { messageColumns, referralColumns } from '@/features/messages/inbox-columns'
import { UnreadBadge } from '@/features/messages/unread-badge'
import { paths, withQuery } from '@/lib/paths'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'
import { Inbox } from './inbox'

/** What visitors sent through the public forms. The address holds the tab like the filters. */
export function MessagesPage() {
  const [, navigate] = useLocation()
  const tab = new URLSearchParams(useSearch()).get('tab') === 'referrals' ? 'referrals' : 'support'

  function handleTab(value: string) {
    navigate(withQuery(paths.adminMessages, { tab: value === 'support' ? undefined : value }))
  }

  return (
    <Tabs value={tab} onValueChange={handleTab}>
      <TabList label="Messages">
        <Tab value="support">
          Support
          <UnreadBadge kinds={['support']} />
        </Tab>
        <Tab value="referrals">
          Referrals
          <UnreadBadge kinds={['referral']} />
        </Tab>
      </TabList>
      <TabPanel value="support">
        <Inbox
          kind="support"
          caption="Support messages"
          columns={messageColumns}
          nouns={{ singular: 'message', plural: 'messages' }}
          searchLabel="Search by name, email, or text"
          whatAppears="Messages from the support page appear here. Open one to read it and reply."
        />
      </TabPanel>
      <TabPanel value="referrals">
        <Inbox
          kind="referral"
          caption="Referrals"
          columns={referralColumns}
          density="dense"
          nouns={{ singular: 'referral', plural: 'referrals' }}
          searchLabel="Search by name, email, or phone"
          whatAppears="When someone refers a friend on the referral page, both appear here. Open the referral to contact them."
        />
      </TabPanel>
    </Tabs>
  )
}
