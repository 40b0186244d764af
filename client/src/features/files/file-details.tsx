import type { ReactNode } from 'react'
import type { ReviewedFile } from '@shared/files'
import type { PageMark } from '@shared/scores'
import { formatDateTime, formatFileType } from '@/lib/format'
import { Fact, Facts } from '@/ui/facts'
import { formatFileSize } from '@/ui/file-name'
import { DeleteFile, FileControls, type FileHandlers } from './file-controls'
import { FilePreview } from './file-preview'
import { FileVersions } from './file-versions'
import { NoAccountBadge } from './file-badges'

interface FileDetailsProps {
  file: ReviewedFile
  /** What was found in it, by its place on the pages. */
  marks?: readonly PageMark[]
  handlers: Omit<FileHandlers, 'onDecide'>
  isBusy: boolean
  onFix: (file: ReviewedFile) => void
  /** What can be decided about it, where the panel is not about this document alone. */
  children?: ReactNode
}

/** One document, read without leaving the list; what else is known of it after that. */
export function FileDetails({
  file,
  marks = [],
  handlers,
  isBusy,
  onFix,
  children,
}: FileDetailsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FilePreview key={file.id} file={file} marks={marks} onFix={onFix} />
      {children}
      <div className="flex flex-wrap justify-between gap-2">
        <FileControls file={file} handlers={handlers} isBusy={isBusy} />
        <span className="ml-auto">
          <DeleteFile file={file} handlers={handlers} isBusy={isBusy} />
        </span>
      </div>
      <Facts>
        {file.statusReason ? (
          <Fact name="Reason">
            <span className="wrap-anywhere">{file.statusReason}</span>
          </Fact>
        ) : null}
        <Fact name="File ID">
          <span className="figures">{file.id}</span>
        </Fact>
        <Fact name="Type and size">
          {formatFileType(file.fileType)}, {formatFileSize(file.fileSize)}
        </Fact>
        {file.owner ? null : (
          <Fact name="Submitted by">
            <NoAccountBadge />
          </Fact>
        )}
        <Fact name="Uploaded">{formatDateTime(file.createdAt)}</Fact>
      </Facts>
      <FileVersions key={`versions-${file.id}`} file={file} />
    </div>
  )
}
