import { useQuery } from '@tanstack/react-query'
import { Keyboard } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReviewedFile } from '@shared/files'
import type { ReviewStatus } from '@shared/review'
import { reviewedFilesQuery } from '@/features/files/api'
import { FileDetails } from '@/features/files/file-details'
import { FixFileDialog } from '@/features/files/fix-file-dialog'
import { ReplaceFileDialog } from '@/features/files/replace-file-dialog'
import { ReportsTable } from '@/features/files/reports-table'
import { useFileActions } from '@/features/files/use-file-actions'
import { useOpenFile } from '@/features/files/use-open-file'
import { useListAddress } from '@/lib/use-list-address'
import { useMediaQuery } from '@/lib/use-media-query'
import { useShortcuts } from '@/lib/use-shortcuts'
import { Button, IconButton } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { ListControls, ListPager } from '../list-controls'
import { DetailPanel } from '../detail-panel'
import { KeysDialog } from './keys-dialog'

const noReports: ReviewedFile[] = []

export function ReportsPage() {
  const address = useListAddress()
  const { search, status, cursor, open, showRow } = address
  const list = useQuery(reviewedFilesQuery({ search, status, cursor }))
  const files = list.data?.rows ?? noReports
  const opened = files.find((file) => String(file.id) === open) ?? null

  const actions = useFileActions()
  const [replaced, setReplaced] = useState<ReviewedFile | null>(null)
  const [broken, setBroken] = useState<ReviewedFile | null>(null)
  const [isShowingKeys, setIsShowingKeys] = useState(false)
  const { view, download } = useOpenFile<ReviewedFile>({
    asAdmin: true,
    onMissing: { label: 'Fix It', act: setBroken },
  })
  const handlers = {
    onView: (file: ReviewedFile) => void view(file),
    onDownload: (file: ReviewedFile) => void download(file),
    onReplace: setReplaced,
    onRestore: (file: ReviewedFile) => void actions.restore(file),
    onDecide: (file: ReviewedFile, decision: ReviewStatus) => void decide(file, decision),
    onDelete: (file: ReviewedFile) => void actions.remove(file),
  }

  const isWide = useMediaQuery('(min-width: 88rem)')
  const isBeside = isWide && opened !== null
  const searchBox = useRef<HTMLInputElement>(null)

  function move(step: 1 | -1) {
    const index = files.findIndex((file) => String(file.id) === open)
    const next = index < 0 ? files[0] : files[index + step]
    if (next) showRow(String(next.id))
  }

  async function decide(file: ReviewedFile, decision: ReviewStatus) {
    const index = files.indexOf(file)
    const neighbor = files[index + 1] ?? files[index - 1]
    const isTaken = await actions.decide(file, decision)
    // Under a filter the report leaves the list: the review goes on with the one beside it.
    const leaves = status !== '' && status !== decision
    if (isTaken && leaves && file === opened) showRow(neighbor ? String(neighbor.id) : '')
  }

  function decideOpened(decision: ReviewStatus) {
    if (!opened || opened.status === decision || actions.busyIds.has(opened.id)) return
    handlers.onDecide(opened, decision)
  }

  const hasDialog = replaced !== null || broken !== null || isShowingKeys
  useShortcuts(
    hasDialog
      ? {}
      : {
          j: () => move(1),
          k: () => move(-1),
          a: () => decideOpened('approved'),
          r: () => decideOpened('rejected'),
          '/': () => searchBox.current?.focus(),
          '?': () => setIsShowingKeys(true),
        },
  )

  useEffect(() => {
    if (!open) return
    document.querySelector('tr[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [open])

  return (
    <>
      <ListControls
        address={address}
        searchLabel="Search by file name, owner, email or phone"
        searchRef={searchBox}
        count={{ total: list.data?.total, one: 'report', many: 'reports' }}
      >
        <IconButton
          label="Keyboard shortcuts"
          icon={<Keyboard />}
          className="size-11! pointer-coarse:hidden"
          onClick={() => setIsShowingKeys(true)}
        />
      </ListControls>
      <div className={isBeside ? 'grid grid-cols-[minmax(0,1fr)_25rem] items-start gap-6' : ''}>
        <div className="min-w-0">
          {list.isError ? (
            <Notice
              tone="danger"
              title="The reports could not be loaded"
              actions={<Button onClick={() => void list.refetch()}>Try again</Button>}
            >
              Please check your connection. Nothing is lost.
            </Notice>
          ) : (
            <ReportsTable
              files={files}
              handlers={handlers}
              isLoading={list.isPending}
              busyIds={actions.busyIds}
              selectedId={opened?.id ?? null}
              onSelect={(file) => showRow(String(file.id))}
              brief={isBeside}
              empty={
                <EmptyState
                  title="No reports found."
                  description={
                    address.isFiltered
                      ? 'Try fewer words, or reset the filters.'
                      : 'Every document that is uploaded appears here.'
                  }
                />
              }
            />
          )}
          <ListPager address={address} next={list.data?.next ?? null} />
        </div>
        <DetailPanel
          title={opened?.fileName ?? ''}
          isOpen={opened !== null}
          isBeside={isBeside}
          onClose={() => showRow('')}
        >
          {opened ? (
            <FileDetails
              file={opened}
              handlers={handlers}
              isBusy={actions.busyIds.has(opened.id)}
              onFix={setBroken}
            />
          ) : null}
        </DetailPanel>
      </div>
      <ReplaceFileDialog file={replaced} onClose={() => setReplaced(null)} />
      <FixFileDialog
        file={broken}
        onClose={() => setBroken(null)}
        onReplace={handlers.onReplace}
        onRestore={handlers.onRestore}
      />
      <KeysDialog open={isShowingKeys} onClose={() => setIsShowingKeys(false)} />
    </>
  )
}
