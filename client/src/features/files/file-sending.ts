import { toast } from '@/lib/toast-store'
import type { HandedFile } from './photo-handoff'

/** A file of this device, or one that came from a phone. */
export type ChosenDocument = File | HandedFile

/** A way to send one chosen file; it says by toast how it went. */
export interface FileSending {
  /** 0 to 1 while bytes are being sent, else null. */
  progress: number | null
  isSending: boolean
  cancel: () => void
  submit: (file: ChosenDocument) => Promise<SendOutcome>
}

export type SendOutcome = { result: 'sent' | 'canceled' } | { result: 'failed'; problem: string }

export function failed(problem: { title: string; description: string }): SendOutcome {
  toast({ ...problem, variant: 'destructive' })
  return { result: 'failed', problem: problem.description }
}
