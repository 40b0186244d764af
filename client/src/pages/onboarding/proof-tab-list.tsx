import { FileUp, KeyRound } from 'lucide-react'
import { Tab, TabList } from '@/ui/tabs'

export function ProofTabList() {
  return (
    <TabList label="How to prove your credit">
      <Tab value="upload" icon={<FileUp />}>
        Upload Credit Report
      </Tab>
      <Tab value="share" icon={<KeyRound />}>
        Share Login Details
      </Tab>
    </TabList>
  )
}
