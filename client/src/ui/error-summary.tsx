import {
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useSyncExternalStore,
} from 'react'
import { cx } from './class-names'
import { FieldErrorMark } from './field'
import { Notice } from './notice'

/** What a `FieldError` is about. */
export interface Problem {
  id: string
  name: string
}

type Place = RefObject<HTMLElement | null>

/** Those that are shown now, in the order of the page. */
export const listProblems = ({ current }: Place): Problem[] =>
  listErrors(current).map(({ id }) => ({ id, name: nameOf(findDescribed(current, id)) }))

const listErrors = (within: HTMLElement | null) => [
  ...(within?.querySelectorAll(`[${FieldErrorMark}]`) ?? []),
]

const findDescribed = (within: HTMLElement | null, errorId: string) =>
  within?.querySelector<HTMLElement>(`[aria-describedby~="${errorId}"]`) ?? null

/** As its label says, or the legend or title of a group. */
function nameOf(control: HTMLElement | null): string {
  const label =
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
      ? control.labels?.[0]
      : (control?.querySelector('legend') ??
        document.getElementById(control?.getAttribute('aria-labelledby') ?? ''))
  return label?.textContent ?? ''
}

/** Moves the focus, and what it is on into sight: browsers leave a field where it is whose label alone is under the header. */
export function focusControl({ current }: Place, id: string): void {
  const described = findDescribed(current, id)
  const focusable = 'input, select, textarea, button, [tabindex]'
  // Of a group that takes no focus itself, its first control.
  const control = described?.matches(focusable)
    ? described
    : described?.querySelector<HTMLElement>(focusable)
  control?.focus()
  control?.scrollIntoView({ block: 'nearest' })
}

interface ErrorSummaryProps {
  /** As they were when the form was last sent. */
  problems: readonly Problem[]
  within: Place
}

/** What a form misses, above it: read first, and a way to each. What is mended stays in its place, crossed out, so that nothing moves. */
export function ErrorSummary({ problems, within }: ErrorSummaryProps) {
  const titleId = useId()
  const box = useRef<HTMLDivElement>(null)
  const open = useOpenProblems(within)
  const left = problems.filter(({ id }) => open.includes(id)).length
  useEffect(() => {
    if (problems.length === 0) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [problems])

  function handleClick(event: MouseEvent, id: string) {
    event.preventDefault()
    focusControl(within, id)
  }

  return (
    <div
      ref={box}
      role="group"
      tabIndex={-1}
      aria-labelledby={titleId}
      className="mb-6 scroll-my-24 rounded-lg"
    >
      <Notice tone="danger" title={<span id={titleId}>{countAnswers(left)}</span>}>
        <ul className="mt-1 list-disc pl-5">
          {problems.map(({ id, name }) => {
            const isOpen = open.includes(id)
            return (
              <li key={id} className={cx(!isOpen && 'text-muted line-through')}>
                {isOpen ? (
                  <a
                    className="link py-1"
                    href={`#${id}`}
                    onClick={(event) => handleClick(event, id)}
                  >
                    {name}
                  </a>
                ) : (
                  name
                )}
              </li>
            )
          })}
        </ul>
      </Notice>
    </div>
  )
}

const countAnswers = (count: number) =>
  count === 0
    ? 'Nothing is missing now'
    : count === 1
      ? '1 answer needs you'
      : `${count} answers need you`

/** The ids of the errors that are still shown. */
function useOpenProblems(within: Place): string[] {
  return useSyncExternalStore(watchPage, () =>
    listErrors(within.current)
      .map(({ id }) => id)
      .join(' '),
  ).split(' ')
}

function watchPage(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document, { childList: true, subtree: true })
  return () => observer.disconnect()
}

const mark = 'Error: '

/** While it is so, the title begins with 'Error': it is what is read first, and seen among the tabs. */
export function useErrorTitle(hasError: boolean): void {
  useEffect(() => {
    if (!hasError) return undefined
    document.title = mark + document.title
    return () => {
      if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length)
    }
  }, [hasError])
}
