import type { CurrentUser } from '@shared/accounts'
import { correctEmailRequest } from '@shared/email-changes'
import { useSubmitForm } from '@/lib/form'
import { patch } from '@/lib/http'
import { sessionKey } from '@/lib/session'
import { InlineForm } from '@/ui/form'
import { EmailField } from '@/ui/form-fields'
import { emailChangeQuery } from './account-api'
import { EmailSuggestion } from './email-suggestion'

export function CorrectEmailForm({ email, onClose }: { email: string; onClose: () => void }) {
  const submission = useSubmitForm({
    schema: correctEmailRequest,
    defaultValues: { email },
    kept: { name: 'correct-email', of: email },
    send: (correction) => patch<CurrentUser>('/api/user/email', correction),
    sets: sessionKey,
    // After an hour, or a second time, it is not allowed anymore.
    refreshes: [...emailChangeQuery.queryKey],
    done: 'Your email was corrected',
    failure: 'Your email was not corrected',
    onDone: onClose,
  })
  return (
    <InlineForm
      {...submission}
      label="Correct your email"
      className="mt-3 max-w-md"
      size="md"
      submitLabel="Save Email"
      onCancel={onClose}
    >
      <div>
        <EmailField {...submission.field('email')} label="Your email" />
        <EmailSuggestion />
      </div>
    </InlineForm>
  )
}
