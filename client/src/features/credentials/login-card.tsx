import { Eye, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedCredential, MonitoringCredential } from '@shared/credentials'
import { formatDateTime } from '@/lib/format'
import { post } from '@/lib/http'
import { toastError } from '@/lib/toast-store'
import { basisPath } from '@/lib/use-decide'
import { useSend } from '@/lib/use-send'
import { Button } from '@/ui/button'
import { CopyButton } from '@/ui/copy-button'
import { EmailText } from '@/ui/email-text'
import { Fact, Facts } from '@/ui/facts'
import { credentialsPath } from './api'
import { ClearPassword, ServiceUrl } from './login-values'

/** A shared login; its password and notes are fetched when they are asked for. */
export function LoginCard({ login, children }: { login: ListedCredential; children?: ReactNode }) {
  const { id, serviceName, serviceUrl, username, statusReason, createdAt } = login
  // Each time with a trace.
  const revealing = useSend(
    () =>
      post<MonitoringCredential>(`${credentialsPath}/${id}/reveal`, undefined, { undo: 'none' }),
    {
      refreshes: [basisPath],
      onRefusal: (error) => toastError('We couldn’t show the password', error),
      isSecret: true,
    },
  )
  const revealed = revealing.data

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border p-4">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{serviceName}</p>
        <p className="text-sm">
          <ServiceUrl url={serviceUrl} />
        </p>
      </div>
      <Facts>
        <Fact name="Username">
          <span className="flex items-center gap-1">
            <span className="min-w-0 wrap-anywhere">
              <EmailText email={username} />
            </span>
            <CopyButton label={`Copy username for ${serviceName}`} text={username} />
          </span>
        </Fact>
        <Fact name="Password">
          {revealed ? (
            <span className="flex flex-wrap items-center gap-1">
              <ClearPassword password={revealed.password} />
              {revealed.password === null ? null : (
                <CopyButton label={`Copy password for ${serviceName}`} text={revealed.password} />
              )}
              <Button
                size="sm"
                variant="ghost"
                icon={<EyeOff />}
                aria-label={`Hide password for ${serviceName}`}
                onClick={revealing.reset}
              >
                Hide
              </Button>
            </span>
          ) : (
            <>
              <Button
                size="sm"
                variant="secondary"
                icon={<Eye />}
                pending={revealing.isPending}
                aria-label={`Show password for ${serviceName}`}
                onClick={() => revealing.mutate()}
              >
                Show Password
              </Button>
              <p className="mt-1 text-sm text-muted">
                Each view is recorded. The partner sees when you last opened it.
              </p>
            </>
          )}
        </Fact>
        {revealed?.notes ? (
          <Fact name="Notes">
            <span className="wrap-anywhere whitespace-pre-line">{revealed.notes}</span>
          </Fact>
        ) : null}
        <Fact name="Shared">{formatDateTime(createdAt)}</Fact>
        {statusReason ? (
          <Fact name="Reason">
            <span className="wrap-anywhere whitespace-pre-line">{statusReason}</span>
          </Fact>
        ) : null}
      </Facts>
      {children}
    </div>
  )
}
