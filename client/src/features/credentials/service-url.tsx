import { isWebAddress } from '@shared/web-address'
import { OneLine } from '@/ui/text'

/** A link where it is the address of a page. */
export function ServiceUrl({ url }: { url: string }) {
  if (!isWebAddress(url)) return <OneLine text={url} />
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="link block w-fit max-w-full pointer-coarse:py-3"
    >
      <OneLine text={url}>{url.replace(/^https?:\/\/(www\.)?/, '')}</OneLine>
    </a>
  )
}
