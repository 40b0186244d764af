import { useQueryClient } from '@tanstack/react-query'
import { alreadyToldCode } from '@shared/error-codes'
import type { UndoneDecision, UndoneMail } from '@shared/decisions'
import { HttpError, request } from './http'
import { cancelAndInvalidate } from './page-query'
import { getToasts, toast, toastError } from './toast-store'
import { type Undoable, trackChanges } from './track-changes'
import { actsKey, keepTabValue, readTabValue } from './tab-storage'

const undoMs = 10_000

/** Pressed again meanwhile, the key and the buttons do nothing: it would be about another act. */
let isUndoing = false

const mailTexts: Record<UndoneMail, string> = {
  none: '',
  'held-back': ' The email about it was not sent.',
  sent: ' The email about it had already been sent.',
  unsure: ' The email about it may already be on its way.',
}

/** Takes back what the administrator did, and says what that came to. */
export function useUndo() {
  const queryClient = useQueryClient()
  const refresh = () =>
    cancelAndInvalidate(queryClient, {
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/'),
    })

  async function undo(act: Undoable, showUndone = startUndo()): Promise<void> {
    if (isUndoing) return
    isUndoing = true
    const kind = act.path.split('/', 1)[0] ?? ''
    try {
      const answer = await sendUndo(act).finally(() => {
        isUndoing = false
      })
      if (answer === null) return
      forgetAct(act)
      if (kind === 'matches') queryClient.setQueryData([`/api/admin/${act.path}`], answer)
      toast({ title: titles[kind] ?? 'Undone', description: describe(kind, act, answer) })
      await refresh()
      if (isUndone(answer)) showUndone(answer.undone)
    } catch (error) {
      // A conflict is final; otherwise the undo can be tried again.
      if (error instanceof HttpError && [404, 409].includes(error.status)) forgetAct(act)
      toastError('We couldn’t undo this', error)
      await refresh()
    }
  }

  function offer(act: Undoable, title: string, description?: string, isNeutral?: boolean) {
    toast({
      title,
      ...(description && { description }),
      ...(isNeutral && { isNeutral }),
      action: { label: 'Undo', onClick: () => void undo(act) },
      undoes: act.path,
      duration: undoMs,
    })
  }

  return {
    undo,
    /** Says that something was done, with a button that undoes it. */
    sayDone: (path: Undoable['path'], title: string, description?: string) => {
      const act = read().findLast((one) => one?.path === path)
      if (act) offer(act, title, description)
    },
    /** The key Z: the last act, whatever it was, where it was done or while its toast is shown. */
    undoLast: async () => {
      const showUndone = startUndo()
      const act = await getLastAct()
      if (isUndoing) return
      if (act === undefined) {
        toast({ title: 'Nothing to undo', isNeutral: true })
      } else if (act === null) {
        const before = read().findLast((one) => one !== null)
        const description = before && `The change before it was: ${before.name}`
        toast({
          title: 'Your last change can’t be undone',
          ...(description && { description }),
          isNeutral: true,
        })
      } else if (act.where === window.location.pathname || isToastShown(act)) {
        await undo(act, showUndone)
      } else {
        offer(act, 'Your last change was on another page', act.name, true)
      }
    },
  }
}

const isToastShown = ({ path }: Undoable) =>
  getToasts().some((shown) => shown.open && shown.undoes === path)

/** Null: someone was told, and it was called off. */
async function sendUndo(act: Undoable): Promise<unknown> {
  const { path, basedOn, tellsSomeone, name } = act
  const verb = path.startsWith('emails/') ? 'cancel' : 'undo'
  const send = (ifUntold: boolean) =>
    request<unknown>(
      `/api/admin/${path}/${verb}${ifUntold && basedOn === undefined ? '?ifUntold=true' : ''}`,
      {
        method: 'POST',
        undo: 'none',
        ...(basedOn !== undefined && { body: { basedOn, ...(ifUntold && { ifUntold }) } }),
      },
    )
  try {
    return await send(tellsSomeone)
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== alreadyToldCode) throw error
    const isWanted = window.confirm(`${name}\n\n${error.words ?? ''} Undo it anyway?`)
    return isWanted ? send(false) : null
  }
}

const titles: Record<string, string> = {
  decisions: 'Decision undone',
  questions: 'Question undone',
  'bulk-runs': 'Undo started',
  emails: 'Email canceled',
}

const isUndone = (answer: unknown): answer is UndoneDecision =>
  typeof answer === 'object' && answer !== null && 'undone' in answer && 'mail' in answer

/** A mail that is leaving stays queued until its server has taken it. */
const isLeaving = (answer: unknown) =>
  typeof answer === 'object' &&
  answer !== null &&
  'attempts' in answer &&
  Number(answer.attempts) > 0

function describe(kind: string, act: Undoable, answer: unknown): string {
  if (kind === 'emails' && isLeaving(answer)) return `${act.name}.${mailTexts.unsure}`
  if (!isUndone(answer)) return act.name
  const { undone, mail } = answer
  const [first, ...others] = undone
  if (!first) return mailTexts[mail]
  if (kind === 'questions') return `${first.name} is in the queue again.${mailTexts[mail]}`
  const decided = act.name.startsWith('Approved') ? 'approved' : 'decided'
  const more = others.length === 0 ? '' : ` Everything ${decided} along with it was undone too.`
  return `${first.name} is ${first.status} again.${more}${mailTexts[mail]}`
}

/** Null: an act that can't be undone, and comes before the ones that can. */
type LastAct = Undoable | null

const mostRemembered = 200
const keyOf = ({ path, basedOn }: Undoable) => `${path} ${basedOn}`
/** Until these are answered, no one knows which act was the last. */
const underWay = new Set<Promise<unknown>>()

const isAct = (kept: unknown): kept is LastAct =>
  kept === null || (typeof kept === 'object' && 'name' in kept)

function read(): LastAct[] {
  const kept = readTabValue(actsKey)
  return Array.isArray(kept) ? kept.filter(isAct) : []
}

/** With their names, so that Z says after a reload as well what it undoes; they go when the session ends. */
const write = (acts: readonly LastAct[]) => keepTabValue(actsKey, acts.slice(-mostRemembered))

function rememberAct(act: LastAct): void {
  // One after another of those that can't be undone is no more than one.
  if (act !== null || read().at(-1) !== null) write([...read(), act])
}

const forgetAct = (undone: Undoable) =>
  write(read().filter((act) => !act || keyOf(act) !== keyOf(undone)))

/** The last act of this tab, once those under way are answered; undefined when there is none. */
export async function getLastAct(): Promise<LastAct | undefined> {
  await Promise.allSettled(underWay)
  return read().at(-1)
}

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
const trackUndoable = <Answer>(call: Promise<Answer>, undoable: (answer: Answer) => LastAct) =>
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

trackChanges(trackUndoable)

type ShowUndone = (undone: UndoneDecision['undone']) => void
const undoListeners = new Set<() => ShowUndone>()

/** Calls the listener when an undo begins, and what it returns with what was undone. */
export function onUndoStart(listener: () => ShowUndone): () => void {
  undoListeners.add(listener)
  return () => undoListeners.delete(listener)
}

function startUndo(): ShowUndone {
  const begun = Array.from(undoListeners, (listener) => listener())
  return (undone) => {
    for (const show of begun) show(undone)
  }
}
