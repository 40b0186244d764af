import { HttpError } from './http'
import { setTabItem, getTabItem } from './tab-storage'
import { trackChanges, type Undoable } from './track-changes'

/** Null: an act that can't be undone, and comes before the ones that can. */
type Act = Undoable | null

const storageName = 'acts'
const mostRemembered = 200
const keyOf = ({ path, basedOn }: Undoable) => `${path} ${basedOn}`
/** Until these are answered, no one knows which act was the last. */
const underWay = new Set<Promise<unknown>>()

const isAct = (kept: unknown): kept is Act =>
  kept === null || (typeof kept === 'object' && 'name' in kept)

function read(): Act[] {
  const kept = getTabItem(storageName)
  return Array.isArray(kept) ? kept.filter(isAct) : []
}

/** With their names, so that Z says after a reload as well what it undoes; they go when the session ends. */
const write = (acts: readonly Act[]): void => setTabItem(storageName, acts.slice(-mostRemembered))

function rememberAct(act: Act): void {
  // One after another of those that can't be undone is no more than one.
  if (act !== null || read().at(-1) !== null) write([...read(), act])
}

export const forgetAct = (undone: Undoable): void =>
  write(read().filter((act) => !act || keyOf(act) !== keyOf(undone)))

/** The last one of this path. */
export const findAct = (path: Undoable['path']): Undoable | null =>
  read().findLast((act) => act?.path === path) ?? null

/** The last act of this tab, once those under way are answered; undefined when there is none. */
export async function getLastAct(): Promise<Act | undefined> {
  await Promise.allSettled(underWay)
  return read().at(-1)
}

/** The last one that can be undone. */
export const getLastUndoable = (): Undoable | undefined =>
  read().findLast((act) => act !== null) ?? undefined

/** Until it has ended, the key Z waits: it is about this one. */
export async function whileActing<Result>(act: Promise<Result>): Promise<Result> {
  underWay.add(act)
  try {
    return await act
  } finally {
    underWay.delete(act)
  }
}

/** Notes what a call has done. Where its answer was lost, it may be done, and no one knows how to undo it. */
const trackAct = <Answer>(call: Promise<Answer>, undoable: (answer: Answer) => Act) =>
  whileActing(
    call.then(
      (answer) => {
        rememberAct(undoable(answer))
        return answer
      },
      (error: unknown) => {
        if (isUnsure(error)) rememberAct(null)
        throw error
      },
    ),
  )

/** Whether the server may have done what was asked for all the same. */
const isUnsure = (error: unknown): boolean =>
  !(error instanceof HttpError) || error.status === 0 || error.status >= 500

trackChanges(trackAct)
