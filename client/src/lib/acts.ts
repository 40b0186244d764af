import { keep, readKept } from './tab-storage'
import { trackChanges, type Undoable } from './track-changes'

/** Null: an act that can't be undone, and comes before the ones that can. */
type Act = Undoable | null

const storageName = 'acts'
const mostRemembered = 200
/** Kept over a reload without their names, so that nothing of a person stays behind. */
const names = new Map<string, string>()
/** Until these are answered, no one knows which act was the last. */
const underWay = new Set<Promise<unknown>>()

const isAct = (kept: unknown): kept is Act =>
  kept === null || (typeof kept === 'object' && 'path' in kept && 'where' in kept)

function read(): Act[] {
  const kept = readKept(storageName)
  const acts = Array.isArray(kept) ? kept.filter(isAct) : []
  return acts.map((act) => act && { ...act, name: names.get(act.path) ?? 'Your last change' })
}

function write(acts: readonly Act[]): void {
  const nameless = acts.slice(-mostRemembered).map((act) => act && { ...act, name: '' })
  keep(storageName, nameless)
}

export function rememberAct(act: Act): void {
  if (act) names.set(act.path, act.name)
  // One after another of those that can't be undone is no more than one.
  if (act !== null || read().at(-1) !== null) write([...read(), act])
}

export const forgetAct = (path: Undoable['path']): void =>
  write(read().filter((act) => act?.path !== path))

export const findAct = (path: Undoable['path']): Undoable | null =>
  read().find((act) => act?.path === path) ?? null

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

/** Notes what a call has done once the server has answered. */
export const trackAct = <Answer>(call: Promise<Answer>, undoable: (answer: Answer) => Act) =>
  whileActing(
    call.then((answer) => {
      rememberAct(undoable(answer))
      return answer
    }),
  )

trackChanges(trackAct)
