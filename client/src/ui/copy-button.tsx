import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './button'
import { copyText } from './copy-text'

const shownMs = 2_000

/** Puts a text on the clipboard; `label` says which, such as 'Copy password of Score Watch'. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])

  return (
    <IconButton
      label={label}
      title={label}
      icon={isCopied ? <Check className="text-success" /> : <Copy />}
      onClick={() => void copyText(text, 'text').then(setIsCopied)}
      className="pointer-fine:size-7! [&>svg]:size-4!"
    />
  )
}
