import { announce } from '@/lib/announce'
import { toast } from '@/lib/toast-store'

/** Puts a text on the clipboard; whether it worked. Otherwise a toast says what to do with it. */
export async function copyText(text: string, what: 'codes' | 'text'): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    announce(['Copied'])
    return true
  } catch {
    toast({
      title: 'Not copied',
      description: `Your browser didn’t allow it. Select the ${what} and copy ${what === 'codes' ? 'them' : 'it'} by hand.`,
      variant: 'destructive',
    })
    return false
  }
}
