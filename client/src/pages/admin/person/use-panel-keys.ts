import { useLocation } from 'wouter'
import type { ReviewedFile } from '@shared/files'
import { paths, withQuery } from '@/lib/paths'
import type { FileDesk } from '../file-desk'

/** What keys do in a person's panel: V opens the document that is shown, E writes to its owner. */
export function usePanelKeys(
  desk: FileDesk,
  { file, email }: { file: ReviewedFile | undefined; email: string | undefined },
): Record<string, () => void> {
  const [, navigate] = useLocation()
  return {
    ...(file && { v: () => desk.handlers.onView(file) }),
    ...(email && { e: () => navigate(withQuery(paths.adminEmail, { to: email })) }),
  }
}
