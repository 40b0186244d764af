import type { ReactNode } from 'react'
import type { ReviewedFile } from '@shared/files'
import { formatDateTime, formatFileType, fullName } from '@/lib/format'
import { EmailText } from '@/ui/email-text'
import { Fact, Facts } from '@/ui/facts'
import { PhoneLink } from '@/ui/phone-link'
import { formatFileSize } from '@/ui/file-label'
import { DeleteFile, FileControls, type FileHandlers } from './file-controls'
import { FilePreview } from './file-preview'
import { FileVersions } from './file-versions'
import { NoAccountBadge } from './no-account-badge'

interface FileDetailsProps {
  file: ReviewedFile
  handlers: FileHandlers
  isBusy: boolean
  onFix: (file: ReviewedFile) => void
}

/** One document, read without leaving the list; what else is known of it after that. */
export function FileDetails({ file, handlers, isBusy, onFix }: FileDetailsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FilePreview key={file.id} file={file} onFix={onFix} />
      <FileControls file={file} handlers={handlers} isBusy={isBusy} labeled />
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
        <Owner owner={file.owner} />
        <Fact name="Uploaded">{formatDateTime(file.createdAt)}</Fact>
      </Facts>
      <FileVersions key={`versions-${file.id}`} file={file} />
      <div className="flex justify-end border-t pt-4">
        <DeleteFile file={file} handlers={handlers} isBusy={isBusy} labeled />
      </div>
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
        <PhoneLink phone={owner.phoneNumber} />
      </Fact>
    </>
  )
}
