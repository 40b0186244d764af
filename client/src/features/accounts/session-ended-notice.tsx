import { useHasSessionEnded } from '@/lib/session'
import { Notice } from '@/ui/notice'

/** Says at the login why it is there instead of the page someone was on. */
export function SessionEndedNotice({ className }: { className: string }) {
  const hasEnded = useHasSessionEnded()
  return hasEnded ? (
    <Notice isNews title="Your session ended. Please log in again." className={className} />
  ) : null
}
