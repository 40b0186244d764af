import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DecisionKind } from '@shared/decisions'
import type { ReviewStatus } from '@shared/review'
import { isPreviewLoading } from '@/features/files/preview-frame'
import { useRejectionQuestion } from '@/lib/rejection-question'
import { onUndone } from '@/lib/taken-decisions'
import type { ListAddress } from '@/lib/use-list-address'
import { useMediaQuery } from '@/lib/use-media-query'
import { useShortcuts } from '@/lib/use-shortcuts'
import { toast } from '@/ui/toast'
import { useFirstHit } from './use-first-hit'
import type { OpenedRow } from './use-opened-row'
import { useSingleKeys } from './use-single-keys'

interface ReviewOptions<Row extends { id: number }> {
  address: ListAddress
  rows: readonly Row[]
  row: OpenedRow<Row>
  /** The rows answer what the address asks for now, not what it asked for before. */
  isCurrent: boolean
  kind: DecisionKind
  busyIds: ReadonlySet<number>
  /** What belongs to the row that is open is still on its way. */
  isLoading?: boolean
  /** Answers whether the decision was taken. */
  decide: (row: Row, decision: ReviewStatus) => Promise<boolean>
  /** Goes on to the next page of the list, or back to the one before. */
  turnPage: (step: 1 | -1, options?: { opensRow?: boolean }) => void
  /** While a dialog of the page is open, its keys are the dialog's. */
  hasDialog?: boolean
  /** What else keys do with the row that is open. */
  moreKeys?: Record<string, () => void>
}

/** A list that is reviewed row by row: the row that is open, and what keys do with it. */
export function useReview<Row extends { id: number; status: ReviewStatus }>({
  address,
  rows,
  row: { opened, isMissing },
  isCurrent,
  kind,
  busyIds,
  isLoading = false,
  decide,
  turnPage,
  hasDialog = false,
  moreKeys = {},
}: ReviewOptions<Row>) {
  const { status, open, showRow } = address

  const [isShowingKeys, setIsShowingKeys] = useState(false)
  const [hasKeys, setHasKeys] = useSingleKeys()
  const searchBox = useRef<HTMLInputElement>(null)
  const isWide = useMediaQuery('(min-width: 80rem)')

  function move(step: 1 | -1) {
    const index = rows.findIndex((row) => String(row.id) === open)
    const next = index < 0 ? rows[0] : rows[index + step]
    if (next) showRow(String(next.id))
    else if (index >= 0) turnPage(step, { opensRow: true })
  }

  // Whatever is open by the time a decision is taken; nothing once the page is left.
  const current = useRef<{ open: string; status: string; showRow: typeof showRow } | null>(null)
  useEffect(() => {
    current.current = { open, status, showRow }
    return () => {
      current.current = null
    }
  }, [open, status, showRow])

  // When the reviewer last closed the panel or went to another row. The review goes on to rows itself as well.
  const wentAt = useRef(0)
  const shownByItself = useRef<string | null>(null)
  useEffect(() => {
    if (shownByItself.current !== open) wentAt.current = performance.now()
    shownByItself.current = null
  }, [open])

  function showByItself(id: string) {
    shownByItself.current = id
    current.current?.showRow(id)
  }

  async function decideRow(row: Row, decision: ReviewStatus) {
    const index = rows.indexOf(row)
    const isListed = index >= 0
    const neighbor = rows[index + 1] ?? rows[index - 1]
    const isTaken = await decide(row, decision)
    const now = current.current
    if (!isTaken || !isListed || now?.open !== String(row.id)) return
    // Under a filter the row leaves the list: the review goes on with the one beside it.
    if (now.status !== '' && now.status !== decision)
      showByItself(neighbor ? String(neighbor.id) : '')
  }

  function decideOpened(decision: ReviewStatus) {
    if (!opened || opened.status === decision || busyIds.has(opened.id)) return
    void decideRow(opened, decision)
  }

  /** A key is quicker than a document: it decides about nothing that is not on the screen yet. */
  function decideSeen(decision: ReviewStatus) {
    if (!isLoading && !isPreviewLoading()) decideOpened(decision)
    else if (opened)
      toast({ title: 'Still loading', description: 'Wait until you can see it, then decide.' })
  }

  const isRejecting = useRejectionQuestion() !== null
  const isInDialog = hasDialog || isShowingKeys || isRejecting
  const isBeside = isWide && opened !== null
  useShortcuts(isBeside && !isInDialog ? { Escape: close } : {})
  useShortcuts(
    isInDialog || !hasKeys
      ? {}
      : {
          ...(opened && moreKeys),
          j: () => move(1),
          k: () => move(-1),
          a: () => decideSeen('approved'),
          r: () => decideSeen('rejected'),
          n: () => turnPage(1),
          p: () => turnPage(-1),
          '/': () => searchBox.current?.focus(),
          '?': () => setIsShowingKeys(true),
        },
  )

  useFirstHit(searchBox, {
    isFound: isCurrent && address.searchText.trim() === address.search,
    show: () => {
      const [first] = rows
      if (!first) return
      // From here on keys decide.
      searchBox.current?.blur()
      showRow(String(first.id))
    },
  })

  // What was undone is looked at again, unless someone has turned to something else since.
  const showUndone = useEffectEvent((id: number, askedAt: number) => {
    if (askedAt > wentAt.current) showByItself(String(id))
  })
  useEffect(
    () =>
      onUndone(([first], askedAt) => {
        if (first?.kind === kind) showUndone(first.id, askedAt)
      }),
    [kind],
  )

  useEffect(() => {
    if (!open) return
    openedRow()?.scrollIntoView({ block: 'nearest' })
  }, [open])

  function close() {
    // A dialog gives the focus back by itself; a panel beside the list does not.
    openedRow()?.querySelector('button')?.focus()
    showRow('')
  }

  return {
    /** The address names a row that there is not. */
    isMissing,
    /** The details stand beside the list, which is brief then; else they lie over it. */
    isBeside,
    searchBox,
    openedId: opened?.id ?? null,
    select: (row: Row) => showRow(String(row.id)),
    close,
    decideOpened,
    decide: (row: Row, decision: ReviewStatus) => void decideRow(row, decision),
    keys: {
      isOpen: isShowingKeys,
      enabled: hasKeys,
      toggle: setHasKeys,
      show: () => setIsShowingKeys(true),
      close: () => setIsShowingKeys(false),
    },
  }
}

const openedRow = () => document.querySelector('tr[aria-current]')
