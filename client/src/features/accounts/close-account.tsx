import { useState } from 'react'
import { closingDays } from '@shared/accounts'
import { Button } from '@/ui/button'
import { useStepFocus } from '@/ui/use-step-focus'
import { useCloseAccount } from './closing-api'
import { ReauthenticationForm } from './reauthentication-form'

interface CloseAccountProps {
  email: string
  /** Whether two-step login is on. */
  asksForCode: boolean
}

/** Says what closing the account removes, and asks for the password before it begins. */
export function CloseAccount({ email, asksForCode }: CloseAccountProps) {
  const [isAsking, setIsAsking] = useState(false)
  const closing = useCloseAccount()
  // The form takes the place of the button that leads to it, and the button its own.
  const content = useStepFocus()

  return (
    <div ref={content}>
      <div className="mb-5 max-w-measure space-y-3">
        <p>
          You have {closingDays} days to change your mind: log in during that time and keep your
          account. Meanwhile, you can’t use it, and we won’t email you about your application.
        </p>
        <p>
          After {closingDays} days we remove your details, your documents with every earlier version
          and backup copy, your shared logins, and our emails to you. This can’t be undone. We keep
          a record that the account was closed, without your name, and, if someone earned a reward
          for referring you, a one-way code made from your email and one made from your phone
          number, so that the same referral isn’t paid for twice. Get a copy of your data first if
          you want to keep it.
        </p>
      </div>
      {isAsking ? (
        <ReauthenticationForm
          email={email}
          submitLabel="Close My Account"
          failure="Your account was not closed"
          asksForCode={asksForCode}
          onConfirm={async (credentials) => {
            await closing.mutateAsync(credentials)
          }}
          onCancel={() => setIsAsking(false)}
        />
      ) : (
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          Close My Account
        </Button>
      )}
    </div>
  )
}
