import type { SystemState } from '@shared/system'
import type { Queues } from '../../db/read-queues'

export const presentQueue = ({
  waiting,
  failing,
  oldestSeconds,
}: Queues['mails']): SystemState['queues']['email'] => ({
  waiting,
  failing,
  oldestAt: waiting === 0 ? null : new Date(Date.now() - oldestSeconds * 1000).toISOString(),
})
