import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Button } from '@/ui/button'
import { Motif } from '@/ui/logo'

interface ReceiptPanelProps {
  titleId: string
  title: string
  again: string
  onAgain: () => void
  children: ReactNode
}

/** Takes the form's place once the server has it. */
export function ReceiptPanel({ titleId, title, again, onAgain, children }: ReceiptPanelProps) {
  return (
    <div className="animate-fade-in">
      <Motif strokeWidth={3} className="h-12 w-auto" />
      <h2 id={titleId} className="mt-6">
        {title}
      </h2>
      <div className="mt-3 grid max-w-measure gap-3 text-muted">{children}</div>
      <Button variant="secondary" className="mt-6" onClick={onAgain}>
        {again}
      </Button>
    </div>
  )
}

/** A field no one sees; programs that fill in every field give themselves away. */
export function Honeypot({ registration }: { registration: UseFormRegisterReturn }) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Website
        <input {...registration} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
