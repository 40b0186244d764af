import { Upload } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { CurrentUser } from '@shared/accounts'
import type { OwnCredential } from '@shared/credentials'
import { maxFilesPerUser } from '@shared/file-kinds'
import type { OwnFile } from '@shared/files'
import { AddFileDialog } from '@/features/files/add-file'
import { ReplaceFileDialog } from '@/features/files/send-file-dialog'
import { formatDate } from '@/lib/format'
import { lazyPart } from '@/lib/lazy-part'
import { Button } from '@/ui/button'
import { FileName } from '@/ui/file-name'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/loaded'
import { SupportEmail } from '@/ui/support-links'
import type { ApplicationStatus } from './application-status'

// With a form of its own, which the page is drawn without.
const QuestionForYou = lazyPart(
  () => import('./question-for-you'),
  () => <Skeleton className="h-48" />,
)

interface NeededFromYouProps {
  user: CurrentUser
  application: ApplicationStatus
  files: OwnFile[]
  logins: OwnCredential[]
}

/** Leads the page while something is needed from the person: what, why, and the way to give it. */
export function NeededFromYou({ user, application, files, logins }: NeededFromYouProps) {
  const { toReplace, lacksProof } = application
  const question = application.phase === 'asked' ? user.question : undefined
  const asked = files.find(({ id }) => id === question?.file?.id)
  const [dialog, setDialog] = useState<'add' | 'answer' | OwnFile | null>(null)
  const isAdding = dialog === 'add' || dialog === 'answer'
  const close = () => setDialog(null)

  return (
    <>
      {question ? (
        <QuestionForYou
          key={question.id}
          question={question}
          canAdd={files.length < maxFilesPerUser}
          onAdd={() => setDialog('answer')}
          onReplace={asked && (() => setDialog(asked))}
        />
      ) : null}
      {lacksProof ? (
        <ProofNeeded logins={logins} onAdd={() => setDialog('add')} />
      ) : toReplace.length > 0 ? (
        <ReplacementNeeded files={toReplace} onReplace={setDialog} />
      ) : null}
      {/* Not inside of what disappears once the document has arrived. */}
      {isAdding ? <AddFileDialog answersIt={dialog === 'answer'} onClose={close} /> : null}
      <ReplaceFileDialog asAdmin={false} file={isAdding ? null : dialog} onClose={close} />
    </>
  )
}

interface ReplacementNeededProps {
  files: OwnFile[]
  onReplace: (file: OwnFile) => void
}

function ReplacementNeeded({ files, onReplace }: ReplacementNeededProps) {
  const isOne = files.length === 1
  return (
    <Needed title={isOne ? 'We need a new document from you' : 'We need new documents from you'}>
      <ul className="divide-y divide-danger/20">
        {files.map((file) => (
          <li
            key={file.id}
            className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 py-3"
          >
            <div className="min-w-0 flex-1 basis-60">
              <FileName name={file.fileName} className="font-medium" />
              {file.statusAt ? (
                <p className="text-sm text-muted">Rejected {formatDate(file.statusAt)}</p>
              ) : null}
              <p className="mt-1.5 max-w-measure wrap-anywhere whitespace-pre-line">
                {file.statusReason ?? 'We couldn’t use this document.'}
              </p>
            </div>
            <Button
              icon={<Upload />}
              aria-label={`Replace This Document: ${file.fileName}`}
              onClick={() => onReplace(file)}
            >
              Replace This Document
            </Button>
          </li>
        ))}
      </ul>
    </Needed>
  )
}

function ProofNeeded({ logins, onAdd }: { logins: OwnCredential[]; onAdd: () => void }) {
  return (
    <Needed
      title="We need proof of your credit"
      action={
        <Button icon={<Upload />} onClick={onAdd}>
          Upload a Document
        </Button>
      }
    >
      {logins.map(({ id, serviceName, statusReason }) => (
        <p key={id} className="mt-1 max-w-measure wrap-anywhere whitespace-pre-line">
          {`We couldn’t use your login for ${serviceName}. ${statusReason ?? ''}`.trim()}
        </p>
      ))}
      <p className="mt-1 max-w-measure">
        {logins.length > 0
          ? 'Please correct the login below, or upload a credit report or a screenshot of your score instead.'
          : 'Please upload a credit report or a screenshot of your score, and we’ll start your review.'}
      </p>
    </Needed>
  )
}

interface NeededProps {
  title: string
  action?: ReactNode
  children: ReactNode
}

function Needed({ title, action, children }: NeededProps) {
  return (
    <section aria-labelledby="needed-title">
      <Notice
        tone="danger"
        title={
          <span role="heading" aria-level={2} id="needed-title">
            {title}
          </span>
        }
        actions={action}
      >
        {children}
        <p className="mt-2 text-sm text-muted">
          Not sure what to send? Email <SupportEmail />.
        </p>
      </Notice>
    </section>
  )
}
