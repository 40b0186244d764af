import { referrerChange, type PersonReferrals } from '@shared/referred-people'
import { useSubmitForm } from '@/lib/form'
import { put } from '@/lib/http'
import { everyAdminPage } from '@/lib/use-send'
import { TextField } from '@/ui/form-fields'
import { InlineForm } from '@/ui/form'
import { personReferralsQuery } from './referred-people-api'

const referrerForm = referrerChange.extend({ referrer: referrerChange.shape.referrer.unwrap() })
/** Fits the field, which is not shown while someone is removed. */
const noOne = 'no one'

interface ReferrerFormProps {
  userId: number
  isRemoving: boolean
  onDone: () => void
}

export function ReferrerForm({ userId, isRemoving, onDone }: ReferrerFormProps) {
  const submission = useSubmitForm({
    schema: referrerForm,
    defaultValues: { referrer: isRemoving ? noOne : '', reason: '' },
    kept: { name: isRemoving ? 'no-referrer' : 'referrer', of: userId },
    send: ({ referrer, reason }) =>
      put<PersonReferrals>(`/api/admin/users/${userId}/referrer`, {
        referrer: isRemoving ? null : referrer,
        reason,
      }),
    sets: personReferralsQuery(userId).queryKey,
    refreshes: everyAdminPage,
    done: isRemoving ? 'Referrer removed' : 'Referrer set',
    failure: 'Nothing was changed',
    onDone,
  })
  const { field } = submission

  return (
    <InlineForm
      {...submission}
      label={isRemoving ? 'Remove the referrer' : 'Set the referrer'}
      submitLabel={isRemoving ? 'Remove Referrer' : 'Set Referrer'}
      isDanger={isRemoving}
      onCancel={onDone}
    >
      {isRemoving ? null : (
        <TextField
          {...field('referrer')}
          label="Link code or referrer’s email"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <TextField {...field('reason')} label="Reason" maxLength={500} />
    </InlineForm>
  )
}
