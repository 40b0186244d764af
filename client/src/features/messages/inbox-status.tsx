import { CircleCheck, Mail, MailOpen } from 'lucide-react'
import type { MessageStatus } from '@shared/messages'
import { Badge } from '@/ui/badge'

const looks = {
  new: { tone: 'warning', word: 'New', Icon: Mail },
  read: { tone: 'neutral', word: 'Read', Icon: MailOpen },
  done: { tone: 'success', word: 'Done', Icon: CircleCheck },
} as const

export function InboxStatus({ status }: { status: MessageStatus }) {
  const { tone, word, Icon } = looks[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {word}
    </Badge>
  )
}
