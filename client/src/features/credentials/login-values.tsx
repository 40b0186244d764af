import { EyeOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { isWebAddress } from '@shared/web-address'
import { IconButton } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { useOverflow } from '@/ui/scrolling'
import { NewTabLink, TwoLines } from '@/ui/text'

/** Never broken, as spaces count; look-alike letters must be told apart. A long one scrolls. */
export function ClearPassword({ password }: { password: string | null }) {
  if (password === null) return <span className="text-danger">Cannot be decrypted</span>
  return <ScrolledPassword password={password} />
}

function ScrolledPassword({ password }: { password: string }) {
  const box = useRef<HTMLElement>(null)
  const scrolls = useOverflow(box)
  return (
    <code
      ref={box}
      role={scrolls ? 'group' : undefined}
      aria-label={scrolls ? 'Password' : undefined}
      tabIndex={scrolls ? 0 : undefined}
      className={cx(
        'block max-w-36 overflow-x-auto font-mono text-sm whitespace-pre stacked:max-w-full',
        // It fades where more of it follows.
        scrolls && 'pr-5 not-focus-visible:mask-r-from-[calc(100%-1.25rem)]',
      )}
    >
      {password}
    </code>
  )
}

/** On a screen that others may see: each is shown by itself, and can be hidden again. */
export function HiddenPassword({
  password,
  serviceName,
}: {
  password: string
  serviceName: string
}) {
  const [isShown, setIsShown] = useState(false)
  if (isShown) {
    return (
      <span className="flex items-center gap-1">
        <ClearPassword password={password} />
        <IconButton
          label={`Hide password for ${serviceName}`}
          icon={<EyeOff />}
          className="pointer-fine:size-8!"
          onClick={() => setIsShown(false)}
        />
      </span>
    )
  }
  return (
    <button
      type="button"
      aria-label={`Show password for ${serviceName}`}
      title="Show password"
      className="link inline-flex min-h-8 items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      onClick={() => setIsShown(true)}
    >
      ••••••••
    </button>
  )
}

export function ServiceUrl({ url }: { url: string }) {
  if (!isWebAddress(url)) return <TwoLines text={url} />
  return (
    <NewTabLink href={url} className="link block w-fit max-w-full pointer-coarse:py-3">
      {/* Narrow, it shares a row's height with the name above it. */}
      <TwoLines text={url} className="narrow:line-clamp-1">
        {url.replace(/^https?:\/\/(www\.)?/, '')}
      </TwoLines>
    </NewTabLink>
  )
}
