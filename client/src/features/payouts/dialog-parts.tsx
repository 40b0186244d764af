import { formatCents } from '@shared/money'
import type { PayoutLine } from '@shared/payouts'
import { Button } from '@/ui/button'

export const describeLine = ({ cents, name }: Pick<PayoutLine, 'cents' | 'name'>): string =>
  `${formatCents(cents)} to ${name ?? 'a deleted account'}`

interface DialogFooterProps {
  formId: string
  label: string
  pending: boolean
  isDanger?: boolean
  onClose: () => void
}

export function DialogFooter({ formId, label, pending, isDanger, onClose }: DialogFooterProps) {
  return (
    <>
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
      <Button
        type="submit"
        form={formId}
        variant={isDanger ? 'danger' : 'primary'}
        pending={pending}
      >
        {label}
      </Button>
    </>
  )
}
