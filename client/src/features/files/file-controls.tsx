import { Download, Eye, History, Trash2, Upload } from 'lucide-react'
import type { ReviewedFile } from '@shared/files'
import type { ReviewStatus } from '@shared/review'
import { RowAction } from '@/ui/row-action'

/** What the administrator can do with a document. */
export interface FileHandlers {
  onView: (file: ReviewedFile) => void
  onDownload: (file: ReviewedFile) => void
  onReplace: (file: ReviewedFile) => void
  onRestore: (file: ReviewedFile) => void
  onDecide: (file: ReviewedFile, status: ReviewStatus) => void
  onDelete: (file: ReviewedFile) => void
}

interface FileControlsProps {
  file: ReviewedFile
  handlers: Omit<FileHandlers, 'onDecide'>
  /** A change of this document is under way. */
  isBusy: boolean
  labeled?: boolean
}

export function FileControls({ file, handlers, isBusy, labeled = false }: FileControlsProps) {
  const actions = [
    { label: 'View', icon: <Eye />, act: handlers.onView, isChange: false },
    { label: 'Download', icon: <Download />, act: handlers.onDownload, isChange: false },
    { label: 'Re-upload', icon: <Upload />, act: handlers.onReplace, isChange: true },
    { label: 'Restore', icon: <History />, act: handlers.onRestore, isChange: true },
  ]
  return (
    <div
      className={
        labeled
          ? 'flex flex-wrap gap-2'
          : '-ml-1.5 flex stacked:ml-0 stacked:flex-wrap stacked:gap-2'
      }
    >
      {actions.map(({ label, icon, act, isChange }) => (
        <RowAction
          key={label}
          label={label}
          to={file.fileName}
          icon={icon}
          look={labeled ? 'button' : 'icon'}
          disabled={isBusy && isChange}
          onClick={() => act(file)}
        />
      ))}
      {labeled ? null : (
        <span className="ml-2 stacked:ml-auto">
          <DeleteFile file={file} handlers={handlers} isBusy={isBusy} />
        </span>
      )}
    </div>
  )
}

/** Apart from what can be taken back. */
export function DeleteFile({ file, handlers, isBusy, labeled = false }: FileControlsProps) {
  return (
    <RowAction
      label="Delete"
      to={file.fileName}
      icon={<Trash2 />}
      look={labeled ? 'quiet' : 'icon'}
      disabled={isBusy}
      onClick={() => handlers.onDelete(file)}
    />
  )
}
