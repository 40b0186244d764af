import { useQueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { CurrentUser, MissingStep } from '@shared/accounts'
import { ChangePasswordForm } from '@/features/accounts/change-password-form'
import { LogoutButton } from '@/features/accounts/logout-button'
import { SecondFactor } from '@/features/accounts/second-factor'
import { formatDate } from '@/lib/format'
import { post } from '@/lib/http'
import { sessionKey } from '@/lib/session'
import { useAction } from '@/lib/use-action'
import { ActionButton } from '@/ui/button'
import { GatePanel } from './gate-panel'

interface Panel {
  title: string
  size?: 'md' | 'lg'
  Step: ComponentType<{ user: CurrentUser }>
}

interface AccountSetUpProps {
  user: CurrentUser
  step: MissingStep
}

/** The step that comes before any page; the page that was asked for follows. */
export function AccountSetUp({ user, step }: AccountSetUpProps) {
  const { Step, ...panel } = panels[step]
  return (
    <GatePanel {...panel}>
      <Step user={user} />
      <div className="mt-8 border-t pt-5">
        <LogoutButton />
      </div>
    </GatePanel>
  )
}

function NewPassword({ user }: { user: CurrentUser }) {
  return (
    <>
      <p className="mt-2 mb-6 text-muted">
        You logged in with a one-time password. Choose your own to continue.
      </p>
      <ChangePasswordForm user={user} currentLabel="One-time password" />
    </>
  )
}

function TwoStepLogin({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient()
  return (
    <>
      <p className="mt-2 mb-6 max-w-measure text-muted">
        This portal holds people’s credit reports, so a password alone isn’t enough to log in.
        You’ll also need a code from an app on your phone. Setting it up takes about a minute.
      </p>
      <SecondFactor
        email={user.email}
        onDone={() => void queryClient.invalidateQueries({ queryKey: sessionKey })}
      />
    </>
  )
}

/** When a closing account goes, and the one thing that can be done about it. */
function KeepAccount({ user }: { user: CurrentUser }) {
  const keeping = useAction({
    send: () => post<CurrentUser>('/api/account/keep'),
    sets: sessionKey,
    done: 'Your account stays open',
    failure: 'Your account is still closing',
    fallback: 'Please try again.',
  })

  return (
    <>
      <p className="mt-2 mb-6 text-muted">
        <span>You asked us to close it. </span>
        {user.closesAt ? (
          <span>
            On <strong className="whitespace-nowrap text-ink">{formatDate(user.closesAt)}</strong>,
            we’ll permanently remove everything in it.{' '}
          </span>
        ) : null}
        <span>Until then, you can keep your account and all your documents.</span>
      </p>
      <ActionButton action={keeping}>Keep My Account</ActionButton>
    </>
  )
}

const panels: Record<MissingStep, Panel> = {
  'account-closing': { title: 'Your Account Is Closing', Step: KeepAccount },
  'password-change-required': { title: 'Choose a New Password', Step: NewPassword },
  'second-factor-setup-required': {
    title: 'Set Up Two-Step Login',
    size: 'lg',
    Step: TwoStepLogin,
  },
}
