import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReviewedFile } from '@shared/files'
import { formatDateTime, formatFileType, fullName } from '@/lib/format'
import { Button } from '@/ui/button'
import { EmailText } from '@/ui/email-text'
import { Fact, Facts } from '@/ui/facts'
import { formatFileSize } from '@/ui/file-label'
import { onSingleClick } from '@/ui/single-click'
import { StatusBadge } from '@/ui/status-badge'
import { FileControls, type FileHandlers } from './file-controls'
import { FilePreview } from './file-preview'
import { NoAccountBadge } from './no-account-badge'

interface FileDetailsProps {
  file: ReviewedFile
  handlers: FileHandlers
  isBusy: boolean
  onFix: (file: ReviewedFile) => void
}

/** One document, seen and decided about without leaving the list. */
export function FileDetails({ file, handlers, isBusy, onFix }: FileDetailsProps) {
  return (
    <div className="grid gap-5">
      <FilePreview key={file.id} file={file} onFix={onFix} />
      <div className="grid grid-cols-2 gap-3">
        <Button
          icon={<Check />}
          disabled={isBusy || file.status === 'approved'}
          onClick={onSingleClick(() => handlers.onDecide(file, 'approved'))}
        >
          Approve
        </Button>
        <Button
          variant="secondary"
          icon={<X />}
          disabled={isBusy || file.status === 'rejected'}
          onClick={onSingleClick(() => handlers.onDecide(file, 'rejected'))}
        >
          Reject
        </Button>
      </div>
      <FileControls file={file} handlers={handlers} isBusy={isBusy} labeled />
      <Facts>
        <Fact name="Status">
          <StatusBadge status={file.status} />
          {file.statusReason ? (
            <p className="mt-1 text-sm wrap-anywhere text-muted">{file.statusReason}</p>
          ) : null}
        </Fact>
        <Fact name="File ID">
          <span className="figures">{file.id}</span>
        </Fact>
        <Fact name="Type and size">
          {formatFileType(file.fileType)}, {formatFileSize(file.fileSize)}
        </Fact>
        <Owner owner={file.owner} />
        <Fact name="Uploaded">{formatDateTime(file.createdAt)}</Fact>
      </Facts>
    </div>
  )
}

function Owner({ owner }: Pick<ReviewedFile, 'owner'>): ReactNode {
  if (!owner) {
    return (
      <Fact name="Submitted by">
        <NoAccountBadge />
      </Fact>
    )
  }
  return (
    <>
      <Fact name="Submitted by">
        <span className="wrap-anywhere">{fullName(owner)}</span>
      </Fact>
      <Fact name="Email">
        <a className="link wrap-anywhere" href={`mailto:${owner.email}`}>
          <EmailText email={owner.email} />
        </a>
      </Fact>
      <Fact name="Phone">
        <span className="figures">{owner.phoneNumber}</span>
      </Fact>
    </>
  )
}
