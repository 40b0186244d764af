import { Download, Eye, History, Trash2, Upload } from 'lucide-react'
import type { ReviewedFile } from '@shared/files'
import type { ReviewStatus } from '@shared/review'
import { Button } from '@/ui/button'
import { RowAction } from '@/ui/row-parts'
import { inNewTab } from '@/ui/text'
import { RowMenu } from '@/ui/row-menu'

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
  isBusy: boolean
}

const more = [
  { label: 'Download', icon: <Download />, act: 'onDownload', isChange: false },
  { label: 'Re-upload', icon: <Upload />, act: 'onReplace', isChange: true },
  { label: 'Restore', icon: <History />, act: 'onRestore', isChange: true },
] as const
const view = {
  label: 'View',
  icon: <Eye />,
  title: inNewTab,
  act: 'onView',
  isChange: false,
} as const
const removal = { label: 'Delete', icon: <Trash2 />, act: 'onDelete', isChange: true } as const

export function FileControls({ file, handlers, isBusy }: FileControlsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {[view, ...more].map(({ act, isChange, ...shown }) => (
        <RowAction
          key={act}
          {...shown}
          to={file.fileName}
          look="button"
          disabled={isBusy && isChange}
          onClick={() => handlers[act](file)}
        />
      ))}
    </div>
  )
}

export function FileRowControls({ file, handlers, isBusy }: FileControlsProps) {
  return (
    <div className="-ml-2 flex items-center gap-1 stacked:ml-0">
      <Button
        size="sm"
        variant="ghost"
        aria-label={`${view.label} ${file.fileName}`}
        title={view.title}
        className="px-2! pointer-fine:min-h-8! stacked:border-control stacked:bg-white stacked:px-4!"
        onClick={() => handlers.onView(file)}
      >
        {view.label}
      </Button>
      <RowMenu
        to={file.fileName}
        items={[...more, removal].map(({ label, icon, act, isChange }) => ({
          label,
          icon,
          disabled: isBusy && isChange,
          isApart: act === removal.act,
          onSelect: () => handlers[act](file),
        }))}
      />
    </div>
  )
}

export function DeleteFile({ file, handlers, isBusy }: FileControlsProps) {
  return (
    <RowAction
      label={removal.label}
      to={file.fileName}
      icon={removal.icon}
      look="quiet"
      disabled={isBusy}
      onClick={() => handlers.onDelete(file)}
    />
  )
}
