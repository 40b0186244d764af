import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { canOpenInBrowser } from '@shared/file-kinds'
import type { ReviewedFile } from '@shared/files'
import type { PageMark } from '@shared/scores'
import { formatFileType } from '@/lib/format'
import { HttpError } from '@/lib/http'
import { Button } from '@/ui/button'
import { formatFileSize, FileName } from '@/ui/file-name'
import { Notice } from '@/ui/notice'
import { PdfPreview } from './pdf-preview'
import { filePreviewQuery } from './preview-api'
import { PageSkeleton, PreviewFrame, PreviewSkeleton } from './preview-frame'

interface FilePreviewProps {
  file: ReviewedFile
  marks?: readonly PageMark[]
  onFix: (file: ReviewedFile) => void
}

/** A picture, or the pages of a PDF; of a Word document what it is. Says immediately why there is nothing to see. */
export function FilePreview({ file, marks = [], onFix }: FilePreviewProps) {
  const preview = { ...filePreviewQuery(file), enabled: !file.quarantine }
  const { data, isPending, error, refetch } = useQuery(preview)
  if (file.quarantine === 'infected') {
    return (
      <Notice tone="danger" isNews title="Virus found, removed">
        The document was removed by the virus check. Ask the partner for a clean copy.
      </Notice>
    )
  }
  if (file.quarantine) {
    return (
      <Notice tone="warning" isNews title="Waiting for a virus check">
        You can open the document once the check is done. Please decide then.
      </Notice>
    )
  }
  if (error) {
    const isMissing = error instanceof HttpError && error.status === 404
    return (
      <Notice
        tone="danger"
        isNews
        title={isMissing ? 'File Missing' : 'The preview could not be loaded'}
        actions={
          isMissing ? (
            <Button size="sm" onClick={() => onFix(file)}>
              Fix It
            </Button>
          ) : (
            <Button size="sm" variant="secondary" onClick={() => void refetch()}>
              Try Again
            </Button>
          )
        }
      >
        {isMissing ? 'The original file was not found on the server.' : 'Check your connection.'}
      </Notice>
    )
  }
  if (!canOpenInBrowser(file.fileType))
    return (
      <DocumentCard
        file={file}
        note="Word documents can’t be shown here. Download this one to read it."
      />
    )
  if (data?.pdf) {
    return (
      <PdfPreview
        key={data.address}
        content={data.pdf}
        fileName={file.fileName}
        marks={marks}
        fallback={(reason) => <DocumentCard file={file} note={reason} />}
      />
    )
  }
  if (!isPending) return <Picture key={data.address} file={file} address={data.address} />
  return <PreviewSkeleton />
}

function Picture({ file, address }: { file: ReviewedFile; address: string }) {
  const [isLoaded, setIsLoaded] = useState(false)
  const [isBroken, setIsBroken] = useState(false)

  function handleLoad() {
    setIsLoaded(true)
    // One that was loaded ahead; the element keeps it.
    if (address.startsWith('blob:')) URL.revokeObjectURL(address)
  }

  if (isBroken) return <DocumentCard file={file} note="The preview could not be loaded." />
  return (
    <PreviewFrame fileName={file.fileName}>
      {isLoaded ? null : <PageSkeleton />}
      <img
        src={address}
        alt={`Preview of ${file.fileName}`}
        onLoad={handleLoad}
        onError={() => setIsBroken(true)}
        className="mx-auto h-auto max-w-full"
      />
    </PreviewFrame>
  )
}

function DocumentCard({ file, note }: { file: ReviewedFile; note?: string }) {
  return (
    <div className="flex items-center gap-3.5 rounded-lg border bg-sand-light p-4">
      <FileText aria-hidden="true" className="size-8 shrink-0 text-brass-text" strokeWidth={1.25} />
      <div className="min-w-0">
        <FileName name={file.fileName} className="font-medium" />
        <p className="figures text-sm text-muted">
          {formatFileType(file.fileType)} · {formatFileSize(file.fileSize)}
        </p>
        {note ? <p className="mt-1 text-sm text-muted">{note}</p> : null}
      </div>
    </div>
  )
}
