import { useState } from 'react'
import { closingDays } from '@shared/accounts'
import { toastError } from '@/lib/toast-error'
import { Button } from '@/ui/button'
import { useStepFocus } from '@/ui/use-restore-focus'
import { useCloseAccount } from './closing-api'

/** Says what closing the account removes, and asks once more before it begins. */
export function CloseAccount() {
  const [isAsking, setIsAsking] = useState(false)
  const closing = useCloseAccount()
  // The question replaces the button that leads to it, and the button its own.
  const content = useStepFocus()

  async function handleClose() {
    try {
      await closing.mutateAsync()
    } catch (error) {
      toastError('Your account was not closed', error)
    }
  }

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
            <Button variant="danger" pending={closing.isPending} onClick={() => void handleClose()}>
              Close My Account
            </Button>
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
