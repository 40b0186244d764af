import emailMisspelled, { top100 } from 'email-misspelled'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Status } from '@/ui/status'

const findMisspelling = emailMisspelled({ domains: top100 })

/** 'Did you mean gmail.com?', once a form's field `email` was left: every decision goes to this address. */
export function EmailSuggestion() {
  const { control, setValue, getFieldState } = useFormContext<{ email: string }>()
  const typed = useWatch({ control, name: 'email' })
  const { isDirty, isTouched, invalid } = getFieldState(
    'email',
    useFormState({ control, name: 'email' }),
  )
  const email = !invalid && (isTouched || !isDirty) ? typed.trim().toLowerCase() : ''
  const [suggestion] = email ? findMisspelling(email) : []
  return (
    <Status as="div" className="text-sm">
      {suggestion ? (
        <p className="mt-1.5">
          Did you mean{' '}
          <button
            type="button"
            className="link wrap-anywhere pointer-coarse:min-h-11"
            onClick={() => setValue('email', suggestion.corrected, { shouldValidate: true })}
          >
            {suggestion.corrected}
          </button>
          ?
        </p>
      ) : null}
    </Status>
  )
}
