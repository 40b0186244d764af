import type { ReactNode } from 'react'
import { Button } from './button'
import { Tooltip } from './tooltip'

interface RowActionProps {
  label: string
  /** The object's name, for those who do not see the row. */
  to: string
  icon: ReactNode
  disabled?: boolean
  /** An icon has its word on cards only; what is quiet has its word, and no border. */
  look?: 'icon' | 'button' | 'quiet'
  onClick: () => void
}

/** A button in a table's row: an icon with a tooltip, with its word beside it on a card. */
export function RowAction({ label, to, icon, disabled, look = 'icon', onClick }: RowActionProps) {
  if (look !== 'icon') {
    return (
      <Button
        size="sm"
        variant={look === 'quiet' ? 'ghost' : 'secondary'}
        icon={icon}
        disabled={disabled}
        aria-label={`${label} ${to}`}
        onClick={onClick}
      >
        {label}
      </Button>
    )
  }
  return (
    <Tooltip content={label}>
      <Button
        size="sm"
        variant="ghost"
        icon={icon}
        disabled={disabled}
        aria-label={`${label} ${to}`}
        onClick={onClick}
        className="px-1.5! text-muted! enabled:hover:text-ink! pointer-fine:min-h-8! stacked:text-ink! stacked:border-control stacked:bg-white stacked:px-3!"
      >
        <span className="hidden stacked:inline">{label}</span>
      </Button>
    </Tooltip>
  )
}
