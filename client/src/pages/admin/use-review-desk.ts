import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { DecisionKind } from '@shared/decisions'
import type { ReviewedFile } from '@shared/files'
import type { ReviewStatus } from '@shared/review'
import { isPreviewLoading, usePreviewLoading } from '@/features/files/preview-frame'
import { onUndoStart } from '@/lib/use-undo'
import type { ListAddress } from '@/lib/use-list-address'
import { quietKeys, useShortcuts } from '@/lib/use-shortcuts'
import { toast } from '@/lib/toast-store'
import type { FileReview } from './person/use-person-actions'
import { enterPanel } from './detail-panel'
import { useFirstHit } from './use-reviewed-list'

interface ReviewDeskOptions<Row extends { id: number }> {
  address: ListAddress
  rows: readonly Row[]
  /** Missing: the address names a row that there is not. */
  row: { opened: Row | null; isMissing: boolean }
  /** The rows answer what the address asks for now, not what it asked for before. */
  isCurrent: boolean
  /** Goes on to the next page of the list, or back to the one before. */
  turnPage: (step: 1 | -1, options?: { opensRow?: boolean }) => void
  kind: DecisionKind
  actions: {
    busyIds: ReadonlySet<number>
    /** Returns whether the decision was taken. */
    decide: (row: Row, status: ReviewStatus) => Promise<boolean>
  }
  /** Asks whose row it is; returns whether the question was sent. Null while they can't be asked. */
  ask?: ((row: Row) => Promise<boolean>) | null | undefined
  /** Whether someone who was asked is not in the list of those who are pending. */
  asksPeople?: boolean
  /** Documents or logins of the open row are still loading. */
  isLoading?: boolean
  /** The document in the panel. */
  panel: {
    fileReview: Pick<FileReview, 'handlers'>
    file: ReviewedFile | undefined
  }
}

/** A list that is reviewed row by row: the row that is open, decisions, and what keys do. */
export function useReviewDesk<Row extends { id: number; status: ReviewStatus }>(
  options: ReviewDeskOptions<Row>,
) {
  const { address, rows, row, turnPage, kind, actions, panel } = options
  const { status: filter, open, showRow } = address
  const { opened, isMissing } = row

  const [isShowingKeys, setIsShowingKeys] = useState(false)
  const searchBox = useRef<HTMLInputElement>(null)
  const isWide = useMediaQuery('(min-width: 80rem)')

  function move(step: 1 | -1) {
    const index = rows.findIndex(({ id }) => String(id) === open)
    const next = index < 0 ? rows[0] : rows[index + step]
    if (next) showRow(String(next.id))
    else if (index >= 0) turnPage(step, { opensRow: true })
    // From its name, Enter leads into the panel. Whoever is in the panel stays there.
    setTimeout(() => {
      if (!document.activeElement?.closest('aside[data-scroller], dialog')) focusOpenedRow()
    })
  }

  // The open item by the time a decision or its undoing is answered; null once the page is left. `navigations`
  // counts the rows that the reviewer went to or closed, and not those that open automatically.
  const live = useRef({
    open: null as string | null,
    filter,
    showRow,
    autoOpenedId: null as string | null,
    navigations: 0,
  })
  useEffect(() => {
    const now = live.current
    Object.assign(now, { open, filter, showRow })
    return () => {
      now.open = null
    }
  }, [open, filter, showRow])
  useEffect(() => {
    if (live.current.autoOpenedId !== open) live.current.navigations += 1
    live.current.autoOpenedId = null
  }, [open])

  function openAutomatically(id: string) {
    live.current.autoOpenedId = id
    live.current.showRow(id)
  }

  /** Returns how the review goes on with the row beside this one, once this one has left the list. */
  function prepareNext({ id }: { id: number }) {
    const index = rows.findIndex((one) => one.id === id)
    const neighbor = rows[index + 1] ?? rows[index - 1]
    return () => {
      if (index < 0 || live.current.open !== String(id)) return
      openAutomatically(neighbor ? String(neighbor.id) : '')
    }
  }

  async function decide(decided: Row, status: ReviewStatus) {
    if (decided.status === status || actions.busyIds.has(decided.id)) return quietKeys()
    const goOn = prepareNext(decided)
    const isTaken = await actions.decide(decided, status)
    const { filter: shown } = live.current
    if (isTaken && shown !== '' && shown !== status) goOn()
  }

  /** For what takes a row out of the list of those who are pending: returns how the review goes on after that. */
  function prepareNextPending(left: { id: number }) {
    const goOn = prepareNext(left)
    return () => {
      if (live.current.filter === 'pending') goOn()
    }
  }

  async function askOpened() {
    if (!opened || !options.ask || actions.busyIds.has(opened.id)) return quietKeys()
    const goOn = prepareNextPending(opened)
    const isAsked = await options.ask(opened)
    if (isAsked && options.asksPeople) goOn()
  }

  const { fileReview, file } = panel
  const isFileLoading = usePreviewLoading()
  const [refusedId, setRefusedId] = useState<number | null>(null)

  /** A key is quicker than a document: it approves nothing that is not on the screen yet. */
  function approveSeen() {
    if (!opened) return quietKeys()
    if (options.isLoading || isPreviewLoading()) {
      quietKeys()
      setRefusedId(opened.id)
      toast({
        title: file && isPreviewLoading() ? `${file.fileName} is still loading` : 'Still loading',
        description: 'Wait until you can see it, then approve.',
        isNeutral: true,
      })
    } else void decide(opened, 'approved')
  }

  const isBeside = isWide && opened !== null
  useShortcuts(isBeside ? { Escape: close } : {})
  useShortcuts({
    ...(opened && file && { v: () => fileReview.handlers.onView(file) }),
    j: () => move(1),
    k: () => move(-1),
    a: approveSeen,
    r: () => (opened ? void decide(opened, 'rejected') : quietKeys()),
    q: () => void askOpened(),
    n: () => turnPage(1),
    p: () => turnPage(-1),
    '/': () => searchBox.current?.focus(),
    '?': () => setIsShowingKeys(true),
  })

  useFirstHit(searchBox, {
    isFound: options.isCurrent && address.searchText.trim() === address.search,
    show: () => {
      const [first] = rows
      if (!first) return
      // From here on keys decide.
      searchBox.current?.blur()
      showRow(String(first.id))
    },
  })

  // The subject of an undone decision opens again, unless the reviewer has navigated since the undo was asked for.
  const openUndone = useEffectEvent(openAutomatically)
  useEffect(
    () =>
      onUndoStart(() => {
        const now = live.current
        const { navigations } = now
        return ([first]) => {
          const isLeft = now.open === null || now.navigations !== navigations
          if (first?.kind === kind && !isLeft) openUndone(String(first.id))
        }
      }),
    [kind],
  )

  useEffect(() => {
    if (!open) return
    openedRow()?.scrollIntoView({ block: 'nearest' })
  }, [open])

  function close() {
    // A dialog gives the focus back by itself; a panel beside the list does not.
    focusOpenedRow()
    showRow('')
  }

  return {
    isMissing,
    /** The details are beside the list, which is brief then; otherwise they cover it. */
    isBeside,
    searchBox,
    openedId: opened?.id ?? null,
    isBusy: opened !== null && actions.busyIds.has(opened.id),
    /** A key was refused because what it would decide about is not on the screen yet. */
    isAwaited: opened?.id === refusedId && (options.isLoading || isFileLoading),
    select: ({ id }: { id: number }) => {
      showRow(String(id))
      enterPanel()
    },
    close,
    /** The open item, as the audit trail calls it. */
    about: `${kind}:${opened?.id}`,
    decidesAbout: { kind, id: opened?.id ?? 0 },
    askOpened: () => void askOpened(),
    prepareNextPending,
    approveSeen,
    decide: (decided: Row, status: ReviewStatus) => void decide(decided, status),
    decideOpened: (status: ReviewStatus) => void (opened && decide(opened, status)),
    keys: {
      isOpen: isShowingKeys,
      show: () => setIsShowingKeys(true),
      close: () => setIsShowingKeys(false),
    },
  }
}

const openedRow = () => document.querySelector('tr[aria-current]')

const focusOpenedRow = () => openedRow()?.querySelector('button')?.focus({ preventScroll: true })

/** Whether a CSS media query holds now. */
function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
}
