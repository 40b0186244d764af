import { useState } from 'react'
import { closingDays } from '@shared/accounts'
import { post } from '@/lib/http'
import { sessionKey } from '@/lib/session'
import { useAction } from '@/lib/use-action'
import { ActionButton, Button } from '@/ui/button'
import { useStepFocus } from '@/ui/use-restore-focus'
import type { CurrentUser } from '@shared/accounts'

/** Says what closing the account removes, and asks once more before it begins. */
export function CloseAccount() {
  const [isAsking, setIsAsking] = useState(false)
  // The page that asks whether to keep the account replaces this one.
  const closing = useAction({
    send: () => post<CurrentUser>('/api/account/close', {}),
    sets: sessionKey,
    failure: 'Your account was not closed',
  })
  // The question replaces the button that leads to it, and the button its own.
  const content = useStepFocus()

  return (
    <div ref={content}>
      <div className="mb-5 max-w-measure space-y-3">
        <p>
          You have {closingDays} days to change your mind: log in during that time and keep your
          account. During those days your account is paused and we won’t email you.
        </p>
        <p>
          After {closingDays} days we remove your details, your documents with every earlier version
          and backup copy, your shared logins, and our emails to you. This can’t be undone. We keep
          a record that an account was closed, without your name. If someone earned a reward for
          referring you, we also keep a scrambled code of your email and phone so no one is paid
          twice. Get a copy of your data first if you want to keep it.
        </p>
      </div>
      {isAsking ? (
        <div role="group" aria-label="Close your account?">
          <p className="mb-5 font-medium">
            Close your account? You’ll be logged out everywhere else.
          </p>
          <div className="flex flex-wrap gap-3">
            {/* First, as it gets the focus: a key that is held must not close the account. */}
            <Button variant="secondary" onClick={() => setIsAsking(false)}>
              Cancel
            </Button>
            <ActionButton action={closing} variant="danger">
              Close My Account
            </ActionButton>
          </div>
        </div>
      ) : (
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          Close My Account
        </Button>
      )}
    </div>
  )
}
