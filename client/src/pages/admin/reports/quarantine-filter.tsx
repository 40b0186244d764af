import { useSearchParams } from 'wouter'
import { quarantineStates, type QuarantineState } from '@shared/files'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'

const texts: Record<QuarantineState | 'any', string> = {
  any: 'Only documents that no one may open yet, or that the virus check removed.',
  waiting: 'Only documents that wait for their virus check.',
  infected: 'Only documents that the virus check removed.',
}
const states = [...quarantineStates, 'any'] as const

/** The overview leads here: the documents in quarantine alone. It stands in the address. */
export function useQuarantineFilter() {
  const [query, setQuery] = useSearchParams()
  const state = states.find((one) => one === query.get('quarantine'))

  function clear() {
    setQuery((now) => {
      const next = new URLSearchParams(now)
      for (const name of ['quarantine', 'cursor', 'open']) next.delete(name)
      return next
    })
  }

  return { state, clear }
}

export function QuarantineFilter({ state, clear }: ReturnType<typeof useQuarantineFilter>) {
  if (!state) return null
  return (
    <Notice
      title="Documents in quarantine"
      className="mb-4"
      actions={
        <Button size="sm" variant="secondary" onClick={clear}>
          Show All Reports
        </Button>
      }
    >
      {texts[state]}
    </Notice>
  )
}
