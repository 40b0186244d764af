import { canCompose, type ApplicationTemplate, type TemplateId } from './mail'
import type { ReviewStatus } from './review'

const statusOfTemplate = {
  welcome: 'pending',
  approved: 'approved',
  rejected: 'rejected',
} satisfies Record<ApplicationTemplate, ReviewStatus>

const statusWords: Record<ReviewStatus, string> = {
  pending: 'is waiting for a decision',
  approved: 'is approved',
  rejected: 'wasn’t approved',
}

/** Why a template is not for someone: it contradicts their application, or they have none. Null when it fits. */
export function describeMisfit(
  { id, name: title }: { id: TemplateId; name: string },
  { name, status }: { name: string | null; status: ReviewStatus | null },
): string | null {
  if (!canCompose(id) || statusOfTemplate[id] === status) return null
  const state = status ? statusWords[status] : 'has no application'
  return `“${title}” doesn’t fit: ${name ?? 'this address'} ${state}.`
}
