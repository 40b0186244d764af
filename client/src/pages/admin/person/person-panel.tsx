import { type ComponentProps, Fragment } from 'react'
import type { ListedCredential } from '@shared/credentials'
import type { DecisionKind } from '@shared/decisions'
import type { ReviewedFile } from '@shared/files'
import type { ReviewStatus } from '@shared/review'
import type { ListedUser } from '@shared/users'
import { LoginCard } from '@/features/credentials/login-card'
import { FileDetails } from '@/features/files/file-details'
import { PreviewSkeleton } from '@/features/files/preview-frame'
import { PersonIntroductions } from '@/features/matches/person-introductions'
import { NotesSection } from '@/features/notes/notes-section'
import { PersonReferrals } from '@/features/referrals/person-referrals'
import { canBeAsked, nameAsked } from '@/features/users/questions-api'
import { QuestionsSection } from '@/features/users/questions-section'
import { useScoreMarks } from '@/features/scores/api'
import { ScoreSection } from '@/features/scores/score-section'
import { SetAside } from '@/features/users/set-aside'
import { Duplicates } from '@/features/users/duplicates'
import { fullName, formatDate } from '@/lib/format'
import { PanelSection } from '@/ui/card'
import { cx } from '@/ui/class-names'
import { EmptyState } from '@/ui/empty-state'
import { FileName } from '@/ui/file-name'
import { LoadError } from '@/ui/loaded'
import { StatusBadge } from '@/ui/badge'
import { DecisionBar } from '../detail-panel'
import { PersonHistory } from './person-history'
import { type FileReview, type Person } from './use-person-actions'
import { RareActions, UserFacts } from '../users/user-details'

interface Deciding<Subject> {
  decide: (subject: Subject, status: ReviewStatus) => unknown
  busyIds: ReadonlySet<number>
}

interface PersonPanelProps {
  /** The subject that the panel was opened for; the bar above decides about it. */
  about: DecisionKind
  /** Null without an account. */
  user: ListedUser | null
  person: Person
  /** The document on the screen. */
  file: ReviewedFile | undefined
  onShowFile: (file: ReviewedFile) => void
  onSetAside?: ComponentProps<typeof SetAside>['onSetAside']
  /** The login that the panel was opened for. */
  login?: ListedCredential
  fileReview: FileReview
  ask: (user: ListedUser, file?: ReviewedFile) => Promise<boolean>
  users: Deciding<ListedUser> & { remove: (user: ListedUser) => unknown }
  logins: Deciding<ListedCredential>
}

/**
 * All that there is of a person, whichever list leads to it: the document first, then what is known of
 * them, their other documents and the logins they shared.
 */
export function PersonPanel(props: PersonPanelProps) {
  const { about, user, person, file, onShowFile, login, fileReview, ask, users, logins } = props
  const { files } = person
  const marks = useScoreMarks(user?.id, file?.id)
  const otherLogins = (person.logins.data?.rows ?? []).filter(({ id }) => id !== login?.id)
  const offerAsk = (document?: ReviewedFile) =>
    canBeAsked(user)
      ? { name: nameAsked(user, document), onAsk: () => void ask(user, document) }
      : undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {user && (user.askedAt || user.waitedOnThem) ? (
        <QuestionsSection key={`questions-${user.id}`} user={user} />
      ) : null}
      {login ? <LoginCard key={login.id} login={login} /> : null}
      {file ? (
        <FileDetails
          file={file}
          marks={marks}
          handlers={fileReview.handlers}
          isBusy={fileReview.busyIds.has(file.id)}
          onFix={fileReview.onFix}
        >
          {about === 'file' ? null : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
              <h3 className="text-base font-medium">
                <FileName name={file.fileName} />
              </h3>
              <DecisionBar
                about={{ kind: 'file', id: file.id }}
                name={file.fileName}
                status={file.status}
                isBusy={fileReview.busyIds.has(file.id)}
                onDecide={(status) => void fileReview.decide(file, status)}
                ask={offerAsk(file)}
                isSecondary
              />
            </div>
          )}
        </FileDetails>
      ) : (
        <NoDocument files={files} isOwn={user !== null} />
      )}
      {user ? (
        <ScoreSection key={`score-${user.id}`} userId={user.id} shownFileId={file?.id ?? null} />
      ) : null}
      {user ? (
        <PanelSection title={about === 'user' ? 'Details' : fullName(user)}>
          {about === 'user' ? null : (
            <DecisionBar
              about={{ kind: 'user', id: user.id }}
              name={fullName(user)}
              status={user.status}
              isBusy={users.busyIds.has(user.id)}
              onDecide={(status) => void users.decide(user, status)}
              ask={offerAsk()}
              isSecondary
            />
          )}
          <Duplicates key={`duplicates-${user.id}`} user={user} />
          <UserFacts user={user} isNamed={about !== 'user'} />
        </PanelSection>
      ) : null}
      {files.data && files.data.rows.length > 1 ? (
        <DocumentList files={files.data.rows} shown={file} onShow={onShowFile} />
      ) : null}
      {person.logins.isError ? (
        <LoadError what="The shared logins" onRetry={person.logins.refetch} />
      ) : null}
      {otherLogins.length > 0 ? (
        <PanelSection title="Shared Logins" className="grid gap-2 border-t pt-4">
          {otherLogins.map((one) => (
            <LoginCard key={one.id} login={one}>
              <DecisionBar
                about={{ kind: 'credential', id: one.id }}
                name={one.serviceName}
                status={one.status}
                isBusy={logins.busyIds.has(one.id)}
                onDecide={(status) => void logins.decide(one, status)}
                isSecondary
              />
            </LoginCard>
          ))}
        </PanelSection>
      ) : null}
      {user ? (
        <Fragment key={`user-${user.id}`}>
          {user.isReferrer ? null : (
            <PersonIntroductions
              userId={user.id}
              canOffer={user.status === 'approved' && !user.closesAt}
            />
          )}
          <PersonReferrals userId={user.id} />
          <SetAside user={user} onSetAside={props.onSetAside} />
          <NotesSection userId={user.id} />
          <PersonHistory user={user} />
          <RareActions
            user={user}
            isBusy={users.busyIds.has(user.id)}
            onDelete={(deleted) => void users.remove(deleted)}
          />
        </Fragment>
      ) : null}
    </div>
  )
}

function NoDocument({ files, isOwn }: { files: Person['files']; isOwn: boolean }) {
  if (!isOwn) return null
  if (files.isError) return <LoadError what="The documents" onRetry={files.refetch} />
  if (files.isPending) return <PreviewSkeleton />
  return <EmptyState title="No documents yet" className="py-6!" />
}

interface DocumentListProps {
  files: readonly ReviewedFile[]
  shown: ReviewedFile | undefined
  onShow: (file: ReviewedFile) => void
}

/** A person's documents; the one that is pressed is shown above. */
function DocumentList({ files, shown, onShow }: DocumentListProps) {
  return (
    <PanelSection title="Documents" className="grid gap-2 border-t pt-4">
      <ul aria-label="Documents" className="grid gap-2">
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
    </PanelSection>
  )
}
