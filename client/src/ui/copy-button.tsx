import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './button'
import { toast } from './toast'

const shownMs = 2_000

/** Puts a text on the clipboard; `label` says which, such as 'Copy password of Score Watch'. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function handleClick() {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      toast({
        title: 'Not copied',
        description: 'Your browser didn’t allow it. Select the text and copy it by hand.',
        variant: 'destructive',
      })
    }
  }

  return (
    <>
      <IconButton
        label={label}
        title={label}
        icon={isCopied ? <Check className="text-success" /> : <Copy />}
        onClick={() => void handleClick()}
        className="pointer-fine:size-7! [&>svg]:size-4!"
      />
      <span className="sr-only" aria-live="polite">
        {isCopied ? 'Copied' : ''}
      </span>
    </>
  )
}
