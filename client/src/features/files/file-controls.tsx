import { Download, Eye, History, Trash2, Upload } from 'lucide-react'
import type { ReviewedFile } from '@shared/files'
import { reviewStatuses, type ReviewStatus } from '@shared/review'
import { RowAction } from '@/ui/row-action'
import { StatusSelect } from '@/ui/status-select'

/** What the administrator can do with a document. */
export interface FileHandlers {
  onView: (file: ReviewedFile) => void
  onDownload: (file: ReviewedFile) => void
  onReplace: (file: ReviewedFile) => void
  onRestore: (file: ReviewedFile) => void
  onDecide: (file: ReviewedFile, status: ReviewStatus) => void
  onDelete: (file: ReviewedFile) => void
}

interface FileControlsProps extends FileHandlers {
  file: ReviewedFile
  /** A change of this document is under way. */
  isBusy: boolean
}

export function FileControls({ file, isBusy, ...handlers }: FileControlsProps) {
  const name = file.fileName
  return (
    <div className="flex flex-wrap items-center gap-x-0.5 gap-y-1 stacked:gap-2">
      <RowAction label="View" to={name} icon={<Eye />} onClick={() => handlers.onView(file)} />
      <RowAction
        label="Download"
        to={name}
        icon={<Download />}
        onClick={() => handlers.onDownload(file)}
      />
      <RowAction
        label="Re-upload"
        to={name}
        icon={<Upload />}
        disabled={isBusy}
        onClick={() => handlers.onReplace(file)}
      />
      <RowAction
        label="Restore"
        to={name}
        icon={<History />}
        disabled={isBusy}
        onClick={() => handlers.onRestore(file)}
      />
      <RowAction
        label="Delete"
        to={name}
        icon={<Trash2 />}
        disabled={isBusy}
        onClick={() => handlers.onDelete(file)}
      />
      <StatusSelect
        label={`Status of ${name}`}
        value={file.status}
        options={reviewStatuses}
        disabled={isBusy}
        onChange={(status) => handlers.onDecide(file, status)}
        className="w-34"
      />
    </div>
  )
}
