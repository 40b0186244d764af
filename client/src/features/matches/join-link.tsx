import { Video } from 'lucide-react'
import { buttonClass } from '@/ui/button'
import { NewTabLink } from '@/ui/text'

interface JoinLinkProps {
  href: string
  name: string
  variant?: 'primary' | 'secondary'
}

/** The host's way into the video room, which is open to them at any time. */
export const JoinLink = ({ href, name, variant = 'primary' }: JoinLinkProps) => (
  <NewTabLink
    href={href}
    data-key="m"
    aria-label={`Join: ${name}`}
    className={buttonClass({ size: 'sm', variant })}
  >
    <Video aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
    Join
  </NewTabLink>
)
