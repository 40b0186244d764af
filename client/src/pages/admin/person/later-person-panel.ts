import { PreviewSkeleton } from '@/features/files/preview-frame'
import { later } from '@/lib/later'

/**
 * Someone opens a row when the list is drawn. As long as the panel is not there, no key decides about what it
 * would show.
 */
export const PersonPanel = later(
  async () => (await import('./person-panel')).PersonPanel,
  PreviewSkeleton,
)
