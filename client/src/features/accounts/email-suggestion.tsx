import emailMisspelled, { top100 } from 'email-misspelled'

const findMisspelling = emailMisspelled({ domains: top100 })

interface EmailSuggestionProps {
  /** Empty while it is being typed. */
  email: string
  onTake: (corrected: string) => void
}

/** 'Did you mean gmail.com?': every decision goes to this address. */
export function EmailSuggestion({ email, onTake }: EmailSuggestionProps) {
  const [suggestion] = email ? findMisspelling(email.trim().toLowerCase()) : []
  return (
    <div role="status" className="text-sm">
      {suggestion ? (
        <p className="mt-1.5">
          Did you mean{' '}
          <button
            type="button"
            className="link wrap-anywhere pointer-coarse:min-h-11"
            onClick={() => onTake(suggestion.corrected)}
          >
            {suggestion.corrected}
          </button>
          ?
        </p>
      ) : null}
    </div>
  )
}
