import type { RejectionReasons } from '@shared/decisions'
import { pathQuery } from '@/lib/query-client'

export const reasonsPath = '/api/admin/rejection-reasons'

export const reasonsQuery = pathQuery<RejectionReasons>(reasonsPath)

export const listWords = {
  reason: { one: 'reason', many: 'Reasons', use: 'What you can choose from when you reject.' },
  question: { one: 'question', many: 'Questions', use: 'What you can choose from when you ask.' },
}
