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
const notOpenedByAdmin = 'Unable to open file. Please try again.'
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

  function explain(file: File, error: unknown, isDownload: boolean) {
    if (endsSession(error)) {
      endSession(queryClient)
      return
    }
    const status = error instanceof HttpError ? error.status : 0
    const isMissing = status === 404
    const isWaiting = status === 503 && file.quarantine === 'waiting'
    // Another content may be there by now, under another name.
    if (isMissing || isWaiting) void refreshFiles(queryClient)
    const missing = isDownload && asAdmin ? missingToDownload : missingToView
    const refused = isDownload ? notDownloaded : asAdmin ? notOpenedByAdmin : notOpened
    const title = isDownload ? 'Error downloading file' : 'Error opening file'
    toast({
      title: isMissing ? 'File Missing' : title,
      description: isMissing ? missing : isWaiting ? waiting : refused,
      variant: 'destructive',
      ...(isMissing &&
        onMissing && {
          action: { label: onMissing.label, onClick: () => onMissing.act(file) },
        }),
    })
  }

  async function open(file: File, isDownload: boolean): Promise<void> {
    // Opened in the click itself: later, a pop-up blocker would refuse it.
    const tab = isDownload ? null : window.open('about:blank', '_blank')
    if (tab) tab.opener = null
    setBusyId(file.id)
    try {
      const address = await resolveFileAddress(file, { asAdmin, download: isDownload })
      if (isDownload) save(address, file.fileName)
      else if (tab) tab.location.replace(address)
      else window.location.assign(address)
    } catch (error) {
      tab?.close()
      explain(file, error, isDownload)
    } finally {
      setBusyId(null)
    }
  }

  return {
    view: (file: File) => open(file, !canOpenInBrowser(file.fileType)),
    download: (file: File) => open(file, true),
    busyId,
  }
}

function save(address: string, name: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
