import { Notice } from './notice'

interface TestResultProps {
  of: {
    isIdle: boolean
    isPending: boolean
    data: { success: boolean; message: string } | undefined
  }
  titles: { success: string; failure: string }
  /** Why the test itself failed. */
  problem: string
}

/** How the test of a connection ended. */
export function TestResult({ of: test, titles, problem }: TestResultProps) {
  if (test.isPending || test.isIdle) return null
  const isDone = test.data?.success ?? false
  return (
    <Notice
      tone={isDone ? 'success' : 'danger'}
      role={isDone ? 'status' : 'alert'}
      title={isDone ? titles.success : titles.failure}
      className="mt-5"
    >
      {test.data?.message ?? problem}
    </Notice>
  )
}

export const connectionTitles = {
  success: 'Connection Successful',
  failure: 'Connection Failed',
}
