import { FileImage, FileText, RotateCcw } from 'lucide-react'
import { Button } from './button'
import { cx } from './class-names'
import { fileTypeLabel, formatFileSize, FileName } from './file-name'
import { ProgressBar } from './progress-bar'

export type ShownFile = Pick<File, 'name' | 'size' | 'type'>

type ChosenFileProps = {
  file: ShownFile
  progress: number | null
  failed: boolean
  disabled: boolean
  onReplace: () => void
  onRemove: () => void
  onCancel?: (() => void) | undefined
  onRetry?: (() => void) | undefined
}

/** The chosen file inside the drop zone: what it is, how far it has gone, what can be done. */
export function ChosenFile({
  file,
  progress,
  failed,
  disabled,
  onReplace,
  onRemove,
  onCancel,
  onRetry,
}: ChosenFileProps) {
  const sending = progress !== null
  const Icon = file.type.startsWith('image/') ? FileImage : FileText

  return (
    <div
      className={cx(
        'pointer-events-none relative gap-4 p-3 @sm:p-4',
        sending ? 'items-center @sm:flex' : 'items-center @xl:flex',
      )}
    >
      <div className="flex min-w-0 flex-1 items-center gap-3.5">
        <span
          aria-hidden="true"
          className={cx(
            'flex size-11 shrink-0 items-center justify-center rounded-md',
            failed ? 'bg-danger-surface text-danger' : 'bg-sand text-evergreen',
          )}
        >
          <Icon className="size-5.5" strokeWidth={1.5} />
        </span>
        <div className="min-w-0 flex-1">
          <FileName name={file.name} className="font-medium" />
          <p className="figures text-sm text-muted">
            <span>
              {fileTypeLabel(file.name)} · {formatFileSize(file.size)}
            </span>
            {sending ? <span aria-hidden="true"> · {Math.round(progress * 100)}%</span> : null}
          </p>
          {sending ? (
            <ProgressBar value={progress} label={`Sending ${file.name}`} className="mt-2" />
          ) : null}
        </div>
      </div>
      <div
        className={cx(
          'pointer-events-auto mt-3 flex flex-wrap gap-1.5 empty:hidden',
          sending ? '@sm:mt-0' : '@xl:mt-0',
        )}
      >
        {sending && onCancel ? (
          <Button variant="secondary" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        {!sending && !disabled && onRetry ? (
          <Button size="sm" icon={<RotateCcw />} onClick={onRetry}>
            Retry
          </Button>
        ) : null}
        {sending || disabled ? null : (
          <>
            <Button variant="secondary" size="sm" onClick={onReplace}>
              Replace
            </Button>
            <Button variant="ghost" size="sm" onClick={onRemove}>
              Remove
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
