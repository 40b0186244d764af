import { type ReactNode, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, History, TriangleAlert } from 'lucide-react'
import type { FileVersion, ReviewedFile } from '@shared/files'
import type { PageMark } from '@shared/scores'
import { formatDateTime, formatFileType } from '@/lib/format'
import { Fact, Facts } from '@/ui/facts'
import { FileName, formatFileSize } from '@/ui/file-name'
import { Badge } from '@/ui/badge'
import { cx } from '@/ui/class-names'
import { CopyButton } from '@/ui/copy-button'
import { Loaded } from '@/ui/loaded'
import { RowAction } from '@/ui/row-parts'
import { DeleteFile, FileControls, type FileHandlers } from './file-controls'
import { FilePreview } from './file-preview'
import { NoAccountBadge } from './file-badges'
import { fileVersionsQuery, useFileActions } from './api'

interface FileDetailsProps {
  file: ReviewedFile
  marks?: readonly PageMark[]
  handlers: Omit<FileHandlers, 'onDecide'>
  isBusy: boolean
  onFix: (file: ReviewedFile) => void
  /** The decisions about the document, where the panel is not about this document alone. */
  children?: ReactNode
}

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

/** Every content that is kept of a document, and the way back to each. Loaded once it is asked for. */
function FileVersions({ file }: { file: ReviewedFile }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="rounded-lg border"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-3 font-medium">
        <ChevronRight
          aria-hidden="true"
          strokeWidth={1.75}
          className={cx('size-5 text-muted transition-transform', isOpen && 'rotate-90')}
        />
        Versions
      </summary>
      {isOpen ? <VersionList file={file} /> : null}
    </details>
  )
}

function VersionList({ file }: { file: ReviewedFile }) {
  const versions = useQuery(fileVersionsQuery(file.id))
  const { restore, busyIds } = useFileActions()
  return (
    <Loaded query={versions} what="The versions" skeleton="m-3 h-16">
      {(found) => (
        <ol aria-label={`Versions of ${file.fileName}`}>
          {found.map((version) => (
            <li key={version.id} className="grid gap-1 border-t px-3 py-3 text-sm">
              <div className="flex flex-wrap items-center gap-2">
                <span className="figures font-medium">{formatDateTime(version.createdAt)}</span>
                <VersionBadges version={version} />
              </div>
              <p className="text-muted">{describeOrigin(version)}</p>
              <div className="flex min-w-0 flex-wrap items-center gap-x-3 text-muted">
                <span className="min-w-0 max-w-full">
                  <FileName name={version.fileName} />
                </span>
                <span className="whitespace-nowrap">
                  {formatFileType(version.fileType)}, {formatFileSize(version.fileSize)}
                </span>
              </div>
              <div className="flex flex-wrap items-center gap-x-1 text-muted">
                <span>
                  Checksum <code className="font-mono">{version.sha256.slice(0, 12)}</code>
                </span>
                <CopyButton
                  label={`Copy checksum of the version of ${formatDateTime(version.createdAt)}`}
                  text={version.sha256}
                />
                {canRestore(version) ? (
                  <span className="ml-auto">
                    <RowAction
                      label="Restore"
                      to={`the version of ${formatDateTime(version.createdAt)}`}
                      icon={<History />}
                      look="button"
                      disabled={busyIds.has(file.id)}
                      onClick={() => void restore(file, version)}
                    />
                  </span>
                ) : null}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  )
}

function VersionBadges({ version }: { version: FileVersion }) {
  const { isShown, state, hasCopy, approvedAt } = version
  return (
    <>
      {isShown ? <Badge>Current</Badge> : null}
      {approvedAt ? <Badge tone="success">Approved once</Badge> : null}
      {state === 'whole' ? null : (
        <Badge tone="danger" icon={TriangleAlert}>
          {state === 'damaged' ? 'Damaged' : 'Missing'}
          {hasCopy ? '' : ', no copy'}
        </Badge>
      )}
    </>
  )
}

/** A whole one can be gone back to; a damaged or missing one comes back from its copy. */
const canRestore = ({ isShown, state, hasCopy }: FileVersion) =>
  state === 'whole' ? !isShown : hasCopy

const reasons: Record<FileVersion['reason'], string> = {
  upload: 'Uploaded',
  're-upload': 'Re-uploaded',
  restore: 'Restored',
}

function describeOrigin({ reason, by }: FileVersion): string {
  // An applicant sends the first one before there is an account.
  if (!by) return reason === 'upload' ? 'Uploaded before signing up' : reasons[reason]
  return `${reasons[reason]} by ${by.name}${by.isAdmin ? ', administrator' : ''}`
}
