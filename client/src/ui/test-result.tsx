import { Notice } from './notice'

interface TestResultProps {
  /** Null before the test and during it. */
  outcome: { success: boolean; message: string } | null
  titles?: { success?: string; failure: string }
}

const connectionTitles = { success: 'Connection Successful', failure: 'Connection Failed' }

/** The outcome of a test, of a connection unless its titles say otherwise. */
export function TestResult({ outcome, titles = connectionTitles }: TestResultProps) {
  if (!outcome) return null
  const { success, message } = outcome
  return (
    <Notice
      tone={success ? 'success' : 'danger'}
      role={success ? 'status' : 'alert'}
      title={success ? titles.success : titles.failure}
      className="mt-5"
    >
      <span className="wrap-anywhere">{message}</span>
    </Notice>
  )
}
