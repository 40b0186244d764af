import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '@/lib/format'
import { Button } from '@/ui/button'
import { FileName } from '@/ui/file-name'
import { Notice } from '@/ui/notice'
import { SupportEmail } from '@/ui/support-links'
import type { CardProps } from './partner-state'

/** The proof of credit that is needed from the person, why, and the way to give it. */
export function DocumentNeeded(props: CardProps) {
  return props.application.lacksProof ? (
    <ProofNeeded {...props} />
  ) : (
    <ReplacementNeeded {...props} />
  )
}

function ReplacementNeeded({ application: { toReplace }, isLead, onSend }: CardProps) {
  const isOne = toReplace.length === 1
  return (
    <Needed title={isOne ? 'We need a new document from you' : 'We need new documents from you'}>
      <ul className="divide-y divide-danger/20">
        {toReplace.map((file, index) => (
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
              variant={isLead && index === 0 ? 'primary' : 'secondary'}
              icon={<Upload />}
              aria-label={`Replace This Document: ${file.fileName}`}
              onClick={() => onSend({ replaces: file })}
            >
              Replace This Document
            </Button>
          </li>
        ))}
      </ul>
    </Needed>
  )
}

function ProofNeeded({ logins = [], onSend }: CardProps) {
  return (
    <Needed
      title="We need proof of your credit"
      action={
        <Button icon={<Upload />} onClick={() => onSend({ answersIt: false })}>
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
