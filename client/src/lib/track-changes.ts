/** How an act is taken back. Whoever offers it says all of this, or it can't be undone. */
export interface Undoable {
  /** Under the administrator's API; there `POST …/undo` undoes it, or `POST …/cancel` for a mail. */
  path: `${'decisions' | 'questions' | 'matches' | 'bulk-runs' | 'emails'}/${number}`
  /** The change in words: 'Approved Zoë Núñez'. */
  name: string
  /** The page where it was done. The key Z undoes it there, or while its toast is shown. */
  where: string
  /** Whether someone is told of it, so that undoing it has to ask once they were. */
  tellsSomeone: boolean
  /** The state that the undo is based on; it tells the steps of one introduction apart. */
  basedOn?: string
}

/**
 * How a change by the administrator is taken back. Without it, the change counts as one that can't be undone;
 * `none`: nothing was done, such as a look at something.
 */
export type Undo<T> = ((answer: T) => Undoable | null) | 'none'

// The pages that can undo something bring it along; the others don't load it.
type Track = <Answer>(
  call: Promise<Answer>,
  undoable: (answer: Answer) => Undoable | null,
) => Promise<Answer>
let track: Track = (call) => call

/** Has changes by the administrator noted, so that the newest can be undone. */
export function trackChanges(by: Track): void {
  track = by
}

/** Has a call noted if it is a change by the administrator. */
export function trackChange<T>(
  call: Promise<T>,
  path: string,
  { undo, method = 'GET' }: { method?: string; undo?: Undo<T> | undefined },
): Promise<T> {
  const isChange =
    !['GET', 'HEAD'].includes(method) &&
    (path.startsWith('/api/admin/') || path.startsWith('/api/reupload/'))
  return isChange && undo !== 'none' ? track(call, (answer) => undo?.(answer) ?? null) : call
}
