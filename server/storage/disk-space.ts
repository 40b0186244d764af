import { statfs } from 'node:fs/promises'
import type { DiskSpace } from './port'

const minFreeShare = 0.1

export async function measureDisk(folder: DiskSpace['folder'], path: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(path)
  return { folder, freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}

/** False when less than a tenth of any of them is free. */
export const haveRoom = (disks: readonly DiskSpace[]) =>
  disks.every(({ freeBytes, sizeBytes }) => freeBytes >= sizeBytes * minFreeShare)
