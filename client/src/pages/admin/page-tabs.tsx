import type { ReactNode } from 'react'
import { useAddress } from '@/lib/use-address'
import { useTitleState } from '@/lib/use-title-state'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'

interface PageTabsProps {
  label: string
  /** The first one is open unless the address names another. */
  tabs: readonly { value: string; label: ReactNode; name?: string; content: ReactNode }[]
  /** The parameters of the address that all tabs share. */
  shared?: readonly string[]
}

/** The tabs of a page. The address holds the open one as `tab`; filters of a tab end with it. */
export function PageTabs({ label, tabs, shared = [] }: PageTabsProps) {
  const address = useAddress()
  const [first] = tabs
  const open = tabs.find(({ value }) => value === address.get('tab')) ?? first
  useTitleState(open?.name ?? (typeof open?.label === 'string' ? open.label : null))
  return (
    <Tabs
      value={open?.value ?? ''}
      onValueChange={(value) =>
        address.set({ tab: value === first?.value ? '' : value }, { keeps: shared })
      }
    >
      <TabList label={label}>
        {tabs.map((tab) => (
          <Tab key={tab.value} value={tab.value}>
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ value, content }) => (
        <TabPanel key={value} value={value}>
          {content}
        </TabPanel>
      ))}
    </Tabs>
  )
}
