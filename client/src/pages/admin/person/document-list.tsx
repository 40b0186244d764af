import type { ReviewedFile } from '@shared/files'
import { formatDate } from '@/lib/format'
import { cx } from '@/ui/class-names'
import { FileName } from '@/ui/file-name'
import { StatusBadge } from '@/ui/status-badge'

interface DocumentListProps {
  files: readonly ReviewedFile[]
  shown: ReviewedFile | undefined
  onShow: (file: ReviewedFile) => void
}

/** A person's documents; the one that is pressed is shown above. */
export function DocumentList({ files, shown, onShow }: DocumentListProps) {
  return (
    <section aria-labelledby="documents-title" className="border-t pt-4">
      <h3 id="documents-title" className="text-base font-medium">
        Documents
      </h3>
      <ul aria-labelledby="documents-title" className="mt-2 grid gap-2">
        {files.map((file) => (
          <li key={file.id} className="min-w-0">
            <button
              type="button"
              aria-pressed={file.id === shown?.id}
              onClick={() => onShow(file)}
              className={cx(
                'flex min-h-9 w-full min-w-0 items-center gap-3 rounded-md border px-2.5 py-1 text-left text-sm pointer-coarse:min-h-11',
                file.id === shown?.id
                  ? 'border-evergreen bg-sand-light'
                  : 'bg-white hover:bg-sand-light',
              )}
            >
              <FileName name={file.fileName} className="min-w-0 flex-1 font-medium" />
              <span className="figures text-muted max-sm:hidden">{formatDate(file.createdAt)}</span>
              <StatusBadge status={file.status} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
