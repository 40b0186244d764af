import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { canOpenInBrowser } from '@shared/file-kinds'
import type { CreditFile } from '@shared/files'
import { HttpError } from '@/lib/http'
import { endsSession } from '@/lib/query-client'
import { endSession } from '@/lib/session'
import { toast } from '@/lib/toast-store'
import { refreshFiles, resolveFileAddress } from './api'

type OpenableFile = Pick<CreditFile, 'id' | 'uploadKey' | 'fileName' | 'fileType' | 'quarantine'>

const missingToView = 'The original file was not found on the server.'
const missingToDownload = "The file could not be downloaded because it wasn't found on the server."
const waiting = 'This file is waiting for a virus check. Please try again in a few minutes.'
const notOpened = "Could not open the file. It may not exist or you don't have permission."
const notDownloaded = "Could not download the file. It may not exist or you don't have permission."

/**
 * Opening and saving stored files. `onMissing` offers a remedy, as the toast's action, when the
 * server no longer has the bytes.
 */
export function useOpenFile<File extends OpenableFile>(options: {
  asAdmin: boolean
  onMissing?: { label: string; act: (file: File) => void }
}) {
  const { asAdmin, onMissing } = options
  const [busyId, setBusyId] = useState<number | null>(null)
  const queryClient = useQueryClient()

  function explain(
    file: File,
    error: unknown,
    texts: { title: string; missing: string; other: string },
  ) {
    if (endsSession(error)) {
      // The session has ended: the guards take over.
      endSession(queryClient)
      return
    }
    const isMissing = error instanceof HttpError && error.status === 404
    const isWaiting =
      error instanceof HttpError && error.status === 503 && file.quarantine === 'waiting'
    // Another content may be there by now, under another name.
    if (isMissing || isWaiting) void refreshFiles(queryClient)
    toast({
      title: isMissing ? 'File Missing' : texts.title,
      description: isMissing ? texts.missing : isWaiting ? waiting : texts.other,
      variant: 'destructive',
      ...(isMissing &&
        onMissing && {
          action: { label: onMissing.label, onClick: () => onMissing.act(file) },
        }),
    })
  }

  async function view(file: File): Promise<void> {
    if (!canOpenInBrowser(file.fileType)) return download(file)
    // Opened in the click itself: later, a pop-up blocker would refuse it.
    const tab = window.open('about:blank', '_blank')
    if (tab) tab.opener = null
    setBusyId(file.id)
    try {
      const address = await resolveFileAddress(file, { asAdmin, download: false })
      if (tab) tab.location.replace(address)
      else window.location.assign(address)
    } catch (error) {
      tab?.close()
      explain(file, error, {
        title: 'Error opening file',
        missing: missingToView,
        other: asAdmin ? 'Unable to open file. Please try again.' : notOpened,
      })
    } finally {
      setBusyId(null)
    }
  }

  async function download(file: File): Promise<void> {
    setBusyId(file.id)
    try {
      const link = document.createElement('a')
      link.href = await resolveFileAddress(file, { asAdmin, download: true })
      link.download = file.fileName
      link.click()
    } catch (error) {
      explain(file, error, {
        title: 'Error downloading file',
        missing: asAdmin ? missingToDownload : missingToView,
        other: notDownloaded,
      })
    } finally {
      setBusyId(null)
    }
  }

  return { view, download, busyId }
}
